// Boards: where things are, in a picture (by its layout) or in a drawing of our own, and what all games draw alike. What
// only one game has is in the module of the game (`binary.js`, `pips.js`, `queens.js`), which is handed in as `game`.

import { h, s, symbol, outline } from './svg.js';

export const key = (r, c) => `${r},${c}`;
export const LONG = { S: 'a sun', M: 'a moon', 0: 'a 0', 1: 'a 1', Q: 'a crown', '.': 'empty', '=': 'equals', x: 'a cross' };

/** All cells of a square board, in reading order. */
export const cellsOf = puzzle => puzzle.cells.flatMap((row, r) => [...row].map((_, c) => [r, c]));

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

// --- where things are ------------------------------------------------------------------------------------------------

/** Where the board is in a picture, which is at `url`. */
export function placeOf(layout, url) {
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

/** One frame around several cells. */
export const frameAll = (place, cells, kind) =>
  s('path', { class: `frame ${kind}`, d: outline(cells, place.corner), 'stroke-width': 0.07 * place.step, 'stroke-linecap': 'round' });

export function chip(text, [x, y], step) {
  const width = (0.22 + 0.16 * text.length) * step;
  return s('g', { class: 'chip' },
    s('rect', { x: x - width / 2, y: y - 0.19 * step, width, height: 0.38 * step, rx: 0.12 * step }),
    s('text', { x, y: y + 0.01 * step, 'font-size': 0.28 * step }, text));
}

/** A symbol that was read, small beside what is there. */
export function readSymbol(place, what, r, c) {
  const [x, y] = place.center(r, c), off = 0.27 * place.step;
  return [s('circle', { cx: x + off, cy: y + off, r: 0.2 * place.step, class: 'paper' }), symbol(what, x + off, y + off, 0.3 * place.step)];
}

/** Places that were read with doubt. */
export function doubtLayer(place, layout) {
  const group = s('g', { class: 'doubts' });
  for (const [r, c] of layout.doubtful?.cells ?? []) group.append(frame(place, [r, c], 'doubt'));
  for (const kind of ['h', 'v']) {
    for (const [r, c] of layout.doubtful?.[kind] ?? []) {
      const [cx, cy] = place.edge(kind, r, c);
      group.append(s('circle', { cx, cy, r: 0.22 * place.step, class: 'frame doubt', 'stroke-width': 0.05 * place.step }));
    }
  }
  for (const one of Object.values(layout.tags ?? {})) {
    if (one.doubtful) group.append(s('circle', { cx: one.at[0], cy: one.at[1], r: 0.4 * place.step, class: 'frame doubt',
      'stroke-width': 0.05 * place.step }));
  }
  return group;
}

/** All that was found out up to a step, and the step itself. `layout`: of the picture below, where there is one. */
export function stepLayer(game, place, puzzle, steps, index, layout = null) {
  const group = s('g', { class: 'step' });
  const step = steps[index];
  const conclusions = (one, name) => game.conclusions(place, puzzle, one).map(node => s('g', { class: name }, node));
  for (const one of steps.slice(0, index)) group.append(...conclusions(one, 'added'));
  if (!step) return group;
  const fault = ['wrong entry', 'contradiction'].includes(step.rule);
  const kind = fault ? 'wrong' : step.rule === 'several solutions' ? 'differ' : 'because';
  const filled = new Set(step.fills.map(([r, c]) => key(r, c)));
  group.append(...conclusions(step, 'now'));
  for (const cell of step.cells) if (!filled.has(key(...cell))) group.append(frame(place, cell, kind));
  for (const [a, b] of step.placed) group.append(frameAll(place, [a, b], 'fills'));
  if (!step.placed.length) for (const [r, c] of step.fills) group.append(frame(place, [r, c], kind === 'differ' ? 'differ' : 'fills'));
  group.append(...game.above(place, puzzle, step, layout));
  return group;
}

/** A cell with a wrong entry; with what belongs there, where that is a symbol. */
export function corrected(place, [r, c], right = null) {
  const [x, y] = place.center(r, c), off = 0.24 * place.step;
  return [frame(place, [r, c], 'wrong'), ...(right === null ? [] : [
    s('circle', { cx: x + off, cy: y + off, r: 0.25 * place.step, class: 'paper' }),
    symbol(right, x + off, y + off, 0.4 * place.step, place.tints)])];
}

// --- a drawing of our own --------------------------------------------------------------------------------------------

/** The lines of a square board. */
export function net(place, n) {
  const [x0, y0] = place.corner(0, 0), [x1, y1] = place.corner(n, n), lines = [];
  for (let i = 1; i < n; i++) {
    const [x, y] = place.corner(i, i);
    lines.push(`M${x} ${y0} V${y1} M${x0} ${y} H${x1}`);
  }
  return [s('path', { d: lines.join(' '), class: 'lines', 'stroke-width': 0.02 * place.step }),
    s('rect', { x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: 0.06 * place.step, class: 'border', 'stroke-width': 0.04 * place.step })];
}

/** One cell of a drawing, of a class that the style sheet knows. */
export function square(place, r, c, name) {
  const [x, y] = place.corner(r, c);
  return s('rect', { x, y, width: place.step, height: place.step, class: name });
}

/** A small picture of a puzzle, to look at. */
export function miniature(game, puzzle, solution = null) {
  const cells = game.cellsOf(puzzle);
  const rows = Math.max(...cells.map(([r]) => r)) + 1, columns = Math.max(...cells.map(([, c]) => c)) + 1;
  const place = squares([0, 0], 100);
  return s('svg', { viewBox: `-8 -8 ${columns * 100 + 16} ${rows * 100 + 16}`, class: 'drawing' },
    game.ground(place, puzzle), ...game.lying(place, puzzle, solution), game.signs(place, puzzle));
}

// --- parts of the panel with which regions are painted ---------------------------------------------------------------

/** Choose what a click changes: symbols, or regions; `change(regions)` is called with whether it is these. */
export function eitherOr(symbols, regions, isRegions, change) {
  const kind = (id, text, checked, act) => h('label', {},
    h('input', { type: 'radio', name: 'mended', id, checked, on: { change: act } }), h('span', {}, text));
  return h('fieldset', { class: 'segments' }, h('legend', { class: 'unseen' }, 'What a click changes'),
    kind('mend-symbols', symbols, !isRegions, () => change(false)), kind('mend-regions', regions, isRegions, () => change(true)));
}

/** Choose one of several: each has `value`, `text`, `name` for screen readers, and a `colour` or none. */
export function palette(legend, all, chosen, choose) {
  return h('fieldset', { class: 'palette' }, h('legend', { class: 'unseen' }, legend), ...all.map(({ value, text, name, colour }) => h('label', {},
    h('input', { type: 'radio', name: 'brush', id: `brush-${value}`, value, checked: value === chosen, 'aria-label': name, on: { change: () => choose(value) } }),
    colour ? s('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('rect', { width: 20, height: 20, rx: 5, fill: colour })) : null,
    h('span', { 'aria-hidden': 'true' }, text))));
}
