// Boards: where things are, in a picture (by its layout) or in a drawing of our own, and what is drawn on them.

import { s, h, symbol, marker, domino, tag, tagOf, outline, regionOf } from './svg.js';

export const key = (r, c) => `${r},${c}`;
export const isGrid = puzzle => puzzle.game !== 'pips';
export const size = puzzle => isGrid(puzzle) ? `${puzzle.size}×${puzzle.size}`
  : `${puzzle.dominoes.length} ${puzzle.dominoes.length === 1 ? 'domino' : 'dominoes'}`;
export const GAME = { tango: 'Tango', takuzu: 'Takuzu', pips: 'Pips' };
export const SYMBOLS = { tango: 'SM', takuzu: '01' };
export const LONG = { S: 'a sun', M: 'a moon', 0: 'a 0', 1: 'a 1', '.': 'empty', '=': 'equals', x: 'a cross' };

/** All cells of a puzzle, in reading order. */
export function cellsOf(puzzle) {
  if (isGrid(puzzle)) return puzzle.cells.flatMap((row, r) => [...row].map((_, c) => [r, c]));
  return puzzle.regions.flatMap(region => region.indices).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** All places for signs: kind, row, column, what is there. */
export function markersOf(puzzle) {
  return ['h', 'v'].flatMap(kind => puzzle[kind].flatMap((row, r) => [...row].map((what, c) => ({ kind, r, c, what }))));
}

/** The puzzle with one place changed. */
export function changed(puzzle, part, r, c, what) {
  const rows = [...puzzle[part]];
  rows[r] = rows[r].slice(0, c) + what + rows[r].slice(c + 1);
  return { ...puzzle, [part]: rows };
}

/** A new puzzle's JSON without what `generate` adds. */
export function plain(puzzle) {
  const kept = ['game', 'size', 'cells', 'h', 'v', 'max_run', 'unique_lines', 'dominoes', 'regions'];
  return Object.fromEntries(kept.filter(name => puzzle[name] !== undefined).map(name => [name, puzzle[name]]));
}

/** The dominoes that are not on the board, each with its index in the puzzle. */
export function tray(puzzle, placed) {
  const left = puzzle.dominoes.map((values, index) => ({ values, index }));
  for (const [, , values] of placed) {
    const at = left.findIndex(one => String([...one.values].sort()) === String([...values].sort()));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

// --- where things are ------------------------------------------------------------------------------------------------

/** Where the board is in a picture, which is at `url`. */
export function placeOf(layout, puzzle, url) {
  if (layout.kind === 'grid') {
    const at = layout.crossings;
    const mix = (...points) => [0, 1].map(i => points.reduce((sum, point) => sum + point[i], 0) / points.length);
    const side = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    const last = at.length - 1;
    const step = Math.min(side(at[0][0], at[0][last]), side(at[0][0], at[last][0]), side(at[last][last], at[0][last]),
      side(at[last][last], at[last][0])) / last;
    const place = {
      step, tints: layout.tints,
      corner: (r, c) => at[r][c],
      center: (r, c) => mix(at[r][c], at[r][c + 1], at[r + 1][c + 1], at[r + 1][c]),
      edge: (kind, r, c) => kind === 'h' ? mix(at[r][c + 1], at[r + 1][c + 1]) : mix(at[r + 1][c], at[r + 1][c + 1]),
    };
    if (layout.exchangeable) place.cut = cutter(place, layout, url);
    return place;
  }
  return squares(layout.origin, layout.step);
}

/** Where the cells of a drawing in even squares are. */
export function squares([x, y], step, tints = null) {
  return {
    step, tints,
    corner: (r, c) => [x + c * step, y + r * step],
    center: (r, c) => [x + (c + 0.5) * step, y + (r + 0.5) * step],
    edge: (kind, r, c) => kind === 'h' ? [x + (c + 1) * step, y + (r + 0.5) * step]
      : [x + (c + 0.5) * step, y + (r + 1) * step],
  };
}

/** The outline of one cell, `inset` in parts of it. */
export function cellShape(place, r, c, attributes = {}, inset = 0) {
  const points = [place.corner(r, c), place.corner(r, c + 1), place.corner(r + 1, c + 1), place.corner(r + 1, c)];
  const [mx, my] = place.center(r, c);
  const text = points.map(([x, y]) => `${x + (mx - x) * 2 * inset},${y + (my - y) * 2 * inset}`).join(' ');
  return s('polygon', { points: text, ...attributes });
}

/** A frame around a cell, of a kind that the style sheet knows: because, fills, wrong, doubt, differ. */
export const frame = (place, [r, c], kind) =>
  cellShape(place, r, c, { class: `frame ${kind}`, 'stroke-width': 0.07 * place.step, 'stroke-linejoin': 'round' }, 0.04);

/** A symbol in the middle of a cell. */
export function symbolAt(place, what, r, c, part = place.part ?? 0.62) {
  return (!place.tints && place.cut?.(what, r, c)) || symbol(what, ...place.center(r, c), part * place.step, place.tints);
}

/** A cell of the picture, laid over another one: for symbols that nothing but the picture shows. */
function cutter(place, layout, url) {
  const reach = 0.38 * place.step, side = 2 * reach;
  return (what, r, c) => {
    const shown = layout.shown?.[what];
    if (!shown) return null;
    const [u, v] = place.center(...shown), [x, y] = place.center(r, c);
    return s('svg', { class: 'symbol cut', x: x - reach, y: y - reach, width: side, height: side, viewBox: `${u - reach} ${v - reach} ${side} ${side}` },
      s('image', { href: url, width: layout.width, height: layout.height }));
  };
}

// --- layers over a picture -------------------------------------------------------------------------------------------

/** The symbols that a full grid adds to a board. */
export function addedSymbols(place, puzzle, cells, wrong = []) {
  const blamed = new Set(wrong.map(String));
  return s('g', { class: 'added' }, cellsOf(puzzle).flatMap(([r, c]) => {
    if (puzzle.cells[r][c] === '.') return [symbolAt(place, cells[r][c], r, c)];
    if (!blamed.has(String([r, c]))) return [];
    const [x, y] = place.center(r, c), off = 0.24 * place.step;
    return [frame(place, [r, c], 'wrong'),
      s('circle', { cx: x + off, cy: y + off, r: 0.25 * place.step, class: 'paper' }),
      symbol(cells[r][c], x + off, y + off, 0.4 * place.step, place.tints)];
  }));
}

/** Dominoes of a solution that are not on the board. */
export function addedDominoes(place, puzzle, solution, placed, wrong = [], tags = {}) {
  const there = new Set(placed.map(([a, b]) => String([a, b].sort())));
  const group = s('g', { class: 'added' });
  solution.forEach(([a, b], index) => {
    if (!there.has(String([a, b].sort()))) group.append(layDomino(place, puzzle.dominoes[index], a, b));
  });
  for (const cells of wrong) group.append(frameAll(place, cells, 'wrong'));
  group.append(tagsOver(place, puzzle, tags));
  return group;
}

export const layDomino = (place, values, a, b, extra = '') =>
  domino(values, place.center(...a), place.center(...b), place.step, extra);

/** What was read, small beside what is there. */
export function readLayer(place, puzzle, placed, layout) {
  const group = s('g', { class: 'read' }), step = place.step;
  if (isGrid(puzzle)) {
    for (const [r, c] of cellsOf(puzzle)) {
      const what = puzzle.cells[r][c];
      group.append(cellShape(place, r, c, { class: 'grid', 'stroke-width': 0.02 * step }));
      if (what === '.') continue;
      const [x, y] = place.center(r, c), off = 0.27 * step;
      group.append(s('circle', { cx: x + off, cy: y + off, r: 0.2 * step, class: 'paper' }),
        symbol(what, x + off, y + off, 0.3 * step));
    }
    for (const { kind, r, c, what } of markersOf(puzzle)) {
      if (what !== '.') group.append(marker(what, ...place.edge(kind, r, c), 0.38 * step));
    }
    return group;
  }
  for (const region of puzzle.regions) {
    group.append(s('path', { d: outline(region.indices, place.corner), class: 'region', 'stroke-width': 0.04 * step }));
  }
  group.append(tagsOver(place, puzzle, layout?.tags));
  for (const [a, b, values] of placed) {
    for (const [cell, pips] of [[a, values[0]], [b, values[1]]]) group.append(chip(String(pips), place.center(...cell), step));
  }
  for (const one of layout?.tray ?? []) group.append(chip(one.values.join('·'), one.at, step));
  return group;
}

/** The tags of a board, drawn over what lies on it, where they are in the picture. */
const tagsOver = (place, puzzle, seen = {}) => s('g', {}, puzzle.regions.map((region, index) =>
  region.type === 'empty' ? null : tag(tagOf(region), ...tagPlace(place, region, seen[index]), 0.66 * place.step)));

/** One frame around several cells. */
const frameAll = (place, cells, kind) =>
  s('path', { class: `frame ${kind}`, d: outline(cells, place.corner), 'stroke-width': 0.07 * place.step, 'stroke-linecap': 'round' });

function chip(text, [x, y], step) {
  const width = (0.22 + 0.16 * text.length) * step;
  return s('g', { class: 'chip' },
    s('rect', { x: x - width / 2, y: y - 0.19 * step, width, height: 0.38 * step, rx: 0.12 * step }),
    s('text', { x, y: y + 0.01 * step, 'font-size': 0.28 * step }, text));
}

/** Where a region's tag is: as it was seen, or at the lower right of its last cell. */
export function tagPlace(place, region, seen = null) {
  if (seen) return seen.at;
  const last = [...region.indices].sort((a, b) => a[0] - b[0] || a[1] - b[1]).at(-1);
  const [x, y] = place.center(...last);
  return [x + 0.42 * place.step, y + 0.42 * place.step];
}

/** Places that were read with doubt. */
export function doubtLayer(place, puzzle, doubtful, tags) {
  const group = s('g', { class: 'doubts' });
  for (const [r, c] of doubtful?.cells ?? []) group.append(frame(place, [r, c], 'doubt'));
  for (const kind of ['h', 'v']) {
    for (const [r, c] of doubtful?.[kind] ?? []) {
      const [cx, cy] = place.edge(kind, r, c);
      group.append(s('circle', { cx, cy, r: 0.22 * place.step, class: 'frame doubt', 'stroke-width': 0.05 * place.step }));
    }
  }
  for (const one of Object.values(tags ?? {})) {
    if (one.doubtful) group.append(s('circle', { cx: one.at[0], cy: one.at[1], r: 0.4 * place.step, class: 'frame doubt',
      'stroke-width': 0.05 * place.step }));
  }
  return group;
}

/** All that was found out up to a step, and the step itself. */
export function stepLayer(place, puzzle, steps, index, tags = null) {
  const group = s('g', { class: 'step' });
  const step = steps[index];
  for (const one of steps.slice(0, index)) group.append(...conclusions(place, puzzle, one, 'added'));
  if (!step) return group;
  const fault = ['wrong entry', 'contradiction'].includes(step.rule);
  const kind = fault ? 'wrong' : step.rule === 'several solutions' ? 'differ' : 'because';
  const filled = new Set(step.fills.map(([r, c]) => key(r, c)));
  group.append(...conclusions(place, puzzle, step, 'now'));
  for (const cell of step.cells) if (!filled.has(key(...cell))) group.append(frame(place, cell, kind));
  for (const [a, b] of step.placed) group.append(frameAll(place, [a, b], 'fills'));
  if (!step.placed.length) for (const [r, c] of step.fills) group.append(frame(place, [r, c], kind === 'differ' ? 'differ' : 'fills'));
  if (tags) group.append(tagsOver(place, puzzle, tags));
  else if (isGrid(puzzle)) group.append(...signsBeside(place, puzzle, [...step.cells, ...step.fills]));
  return group;
}

/** The signs on the sides of some cells: they may be the reason, and lie below the frames. */
function signsBeside(place, puzzle, cells) {
  const there = new Set(cells.map(([r, c]) => key(r, c)));
  const touches = ({ kind, r, c }) => there.has(key(r, c)) || there.has(kind === 'h' ? key(r, c + 1) : key(r + 1, c));
  return markersOf(puzzle).filter(one => one.what !== '.' && touches(one))
    .map(({ kind, r, c, what }) => marker(what, ...place.edge(kind, r, c), 0.3 * place.step));
}

function conclusions(place, puzzle, step, className) {
  if (isGrid(puzzle)) return step.fills.map(([r, c, what]) => wrapped(symbolAt(place, what, r, c), className));
  if (step.placed.length) return step.placed.map(([a, b, values]) => wrapped(layDomino(place, values, a, b), className));
  return step.fills.map(([r, c, what]) => wrapped(chip(what, place.center(r, c), place.step), className));
}

const wrapped = (node, className) => s('g', { class: className }, node);

// --- a drawing of our own --------------------------------------------------------------------------------------------

/** The empty board of a puzzle in a drawing: cells, signs, regions and tags; `clues` are shaded. */
export function ground(place, puzzle, clues = []) {
  const group = s('g', { class: `ground ${puzzle.game}` }), step = place.step;
  const given = new Set(clues.map(String));
  if (isGrid(puzzle)) {
    const n = puzzle.size;
    for (const [r, c] of cellsOf(puzzle)) {
      const [x, y] = place.corner(r, c);
      group.append(s('rect', { x, y, width: step, height: step, class: given.has(String([r, c])) ? 'cell given' : 'cell' }));
    }
    const [x0, y0] = place.corner(0, 0), [x1, y1] = place.corner(n, n);
    const lines = [];
    for (let i = 1; i < n; i++) {
      const [x, y] = place.corner(i, i);
      lines.push(`M${x} ${y0} V${y1} M${x0} ${y} H${x1}`);
    }
    group.append(s('path', { d: lines.join(' '), class: 'lines', 'stroke-width': 0.02 * step }),
      s('rect', { x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: 0.06 * step, class: 'border', 'stroke-width': 0.04 * step }));
    return group;
  }
  puzzle.regions.forEach((region, index) => {
    for (const [r, c] of region.indices) {
      const [x, y] = place.corner(r, c);
      group.append(s('rect', { x, y, width: step, height: step, class: region.type === 'empty' ? 'cell free' : `cell tint${tintOf(puzzle, index)}` }));
    }
  });
  group.append(s('path', { class: 'lines', 'stroke-width': 0.012 * step,
    d: cellsOf(puzzle).map(cell => outline([cell], place.corner)).join(' ') }));
  puzzle.regions.forEach(region => group.append(
    s('path', { d: outline(region.indices, place.corner), class: 'region', 'stroke-width': 0.045 * step })));
  return group;
}

/** The signs between cells, or the tags of regions: drawn over what lies on the board. */
export function signs(place, puzzle) {
  const group = s('g', { class: 'signs' });
  if (isGrid(puzzle)) {
    for (const { kind, r, c, what } of markersOf(puzzle)) {
      if (what !== '.') group.append(marker(what, ...place.edge(kind, r, c), 0.34 * place.step));
    }
  } else {
    puzzle.regions.forEach((region, index) => {
      if (region.type === 'empty') return;
      const drawn = tag(tagOf(region), ...tagPlace(place, region), 0.52 * place.step);
      drawn.classList.add(`tint${tintOf(puzzle, index)}`);
      group.append(drawn);
    });
  }
  return group;
}

const tintCache = new WeakMap();

/** Which of six colours a region has: none has that of a neighbour, as far as that can be. */
export function tintOf(puzzle, index) {
  if (!tintCache.has(puzzle)) {
    const owner = new Map(puzzle.regions.flatMap((region, i) => region.indices.map(([r, c]) => [key(r, c), i])));
    const given = [];
    puzzle.regions.forEach((region, i) => {
      const near = new Set(region.indices.flatMap(([r, c]) =>
        [[r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]].map(cell => given[owner.get(key(...cell))])));
      given[i] = [0, 1, 2, 3, 4, 5].map(k => (k + i) % 6).find(k => !near.has(k)) ?? i % 6;
    });
    tintCache.set(puzzle, given);
  }
  return tintCache.get(puzzle)[index];
}

/** A small picture of a puzzle, to look at. */
export function miniature(puzzle, solution = null) {
  const cells = cellsOf(puzzle);
  const rows = Math.max(...cells.map(([r]) => r)) + 1, columns = Math.max(...cells.map(([, c]) => c)) + 1;
  const place = squares([0, 0], 100);
  const view = s('svg', { viewBox: `-8 -8 ${columns * 100 + 16} ${rows * 100 + 16}`, class: 'drawing' }, ground(place, puzzle,
    isGrid(puzzle) ? cells.filter(([r, c]) => puzzle.cells[r][c] !== '.') : []));
  if (isGrid(puzzle)) {
    for (const [r, c] of cells) {
      const what = puzzle.cells[r][c] === '.' ? solution?.[r][c] : puzzle.cells[r][c];
      if (what) view.append(symbolAt(place, what, r, c));
    }
  } else solution?.forEach(([a, b], i) => view.append(layDomino(place, puzzle.dominoes[i], a, b)));
  view.append(signs(place, puzzle));
  return view;
}

export { regionOf, h };
