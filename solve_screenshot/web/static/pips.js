// Pips: dominoes on coloured regions, each with a tag.

import { h, s, domino, tag, tagOf, outline, regionOf, spots } from './svg.js';
import * as board from './board.js';
import { chip, frameAll, key } from './board.js';
import { openDialog } from './parts.js';
import { Game, UNIT } from './playing.js';

export const NAMES = { pips: 'Pips' };
export const SIZES = { pips: [2, 3, 4, 5, 6, 8, 10, 12, 14, 16] };
export const USUAL = { pips: 6 };

export const sizeName = n => `${n} ${n === 1 ? 'domino' : 'dominoes'}`;
export const size = puzzle => sizeName(puzzle.dominoes.length);
export const cellsOf = puzzle => puzzle.regions.flatMap(region => region.indices).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
export const isFull = (puzzle, placed) => !tray(puzzle, placed).length;
export const isMarkable = false;
export const isLearnable = false;

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The dominoes that are not on the board, each with its index in the puzzle. */
function tray(puzzle, placed) {
  const left = puzzle.dominoes.map((values, index) => ({ values, index }));
  for (const [, , values] of placed) {
    const at = left.findIndex(one => String([...one.values].sort()) === String([...values].sort()));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

// --- over a picture --------------------------------------------------------------------------------------------------

/** Dominoes of the solution that are not on the board. */
export function solutionLayer(place, { puzzle, result, placed, layout }) {
  if (!result.solution) return s('g');
  const there = new Set(placed.map(([a, b]) => String([a, b].sort())));
  const group = s('g', { class: 'added' });
  result.solution.forEach(([a, b], index) => {
    if (!there.has(String([a, b].sort()))) group.append(layDomino(place, puzzle.dominoes[index], a, b));
  });
  for (const cells of result.wrong_places ?? []) group.append(frameAll(place, cells, 'wrong'));
  group.append(tagsOver(place, puzzle, layout.tags));
  return group;
}

export const SEVERAL = 'One of the solutions is shown; cells with an amber frame can be covered in another way.';

const layDomino = (place, values, a, b, extra = '') =>
  domino(values, place.center(...a), place.center(...b), place.step, extra);

/** What was read, small beside what is there. Where regions are being painted, the one that is chosen is shaded. */
export function readLayer(place, { puzzle, placed, layout, brush }) {
  const group = s('g', { class: 'read' }), step = place.step;
  if (brush !== null) group.append(...cellsOf(puzzle).map(([r, c]) => board.cellShape(place, r, c, { class: 'grid', 'stroke-width': 0.02 * step })));
  for (const [index, region] of puzzle.regions.entries()) {
    if (index === brush) group.append(...region.indices.map(([r, c]) => board.cellShape(place, r, c, { class: 'chosen' })));
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
const tagsOver = (place, puzzle, seen) => s('g', {}, puzzle.regions.map(region =>
  region.type === 'empty' ? null : tag(tagOf(region), ...tagPlace(place, region, seen), 0.66 * place.step)));

/** Where a region's tag is: as it was `seen` at one of its cells, or at the lower right of its last cell. */
function tagPlace(place, region, seen = {}) {
  const there = Object.values(seen).find(one => region.indices.some(cell => same(cell, one.cell)));
  if (there) return there.at;
  const last = [...region.indices].sort((a, b) => a[0] - b[0] || a[1] - b[1]).at(-1);
  const [x, y] = place.center(...last);
  return [x + 0.42 * place.step, y + 0.42 * place.step];
}

export function conclusions(place, puzzle, step) {
  if (step.placed.length) return step.placed.map(([a, b, values]) => layDomino(place, values, a, b));
  return step.fills.map(([r, c, what]) => chip(what, place.center(r, c), place.step));
}

export const above = (place, puzzle, step, layout) => layout ? [tagsOver(place, puzzle, layout.tags)] : [];

// --- mending ---------------------------------------------------------------------------------------------------------

/** What can be pressed to change what was read; `mend(change, said)` puts that in its place. */
export function mendSpots(place, item, mend, refresh) {
  const { puzzle } = item, all = [];
  if (isPainting(item)) return paintSpots(place, item, mend, refresh);
  puzzle.regions.forEach((region, index) => {
    for (const [r, c] of region.indices) {
      all.push({
        key: `cell ${r} ${c}`, at: place.center(r, c), shape: board.cellShape(place, r, c, {}, 0.08),
        label: `Row ${r + 1}, column ${c + 1}, region ${tagOf(region) || 'without a tag'}. Press to change`,
        press: () => editCell(item.puzzle, [r, c], changedPuzzle => mend({ puzzle: changedPuzzle }, 'The board is changed.')),
      });
    }
    if (region.type === 'empty') return;
    const [cx, cy] = tagPlace(place, region, item.layout.tags);
    all.push({
      key: `tag ${index}`, at: [cx + 0.01, cy + 0.01], shape: s('circle', { cx, cy, r: 0.26 * place.step }),
      label: `Tag ${tagOf(region)}. Press to change`,
      press: () => editCell(item.puzzle, region.indices[0], changedPuzzle => mend({ puzzle: changedPuzzle }, 'The tag is changed.'), true),
    });
  });
  const change = (index, values) => {
    const dominoes = item.puzzle.dominoes.map((one, i) => i === index ? values : one);
    return { puzzle: { ...item.puzzle, dominoes } };
  };
  const left = tray(puzzle, item.placed);
  (item.layout.tray ?? []).forEach((one, i) => {
    const index = left[i]?.index;
    if (index === undefined) return;
    const [width, height] = one.size, [x, y] = one.at;
    all.push({
      key: `tray ${i}`, at: one.at, shape: s('rect', { x: x - width / 2, y: y - height / 2, width, height, rx: 0.1 * height }),
      label: `Domino ${puzzle.dominoes[index].join(' and ')}. Press to change`,
      press: () => editDomino(puzzle.dominoes[index], false, values => mend(change(index, values), 'The domino is changed.')),
    });
  });
  item.placed.forEach(([a, b, values], i) => {
    const [x, y] = place.center(...a), [u, v] = place.center(...b), at = [(x + u) / 2, (y + v) / 2];
    const index = puzzle.dominoes.findIndex(one => same([...one].sort(), [...values].sort()));
    all.push({
      key: `placed ${i}`, at, shape: s('circle', { cx: at[0], cy: at[1], r: 0.18 * place.step }),
      label: `Domino ${values.join(' and ')} on the board. Press to change`,
      press: () => editDomino(values, true, now => {
        const placed = now ? item.placed.map((one, k) => k === i ? [a, b, now] : one) : item.placed.filter((_, k) => k !== i);
        mend(now && index >= 0 ? { ...change(index, now), placed } : { placed }, 'The domino is changed.');
      }),
    });
  });
  return all;
}

export const HOW_TO_MEND = 'Click a cell, a tag or a domino to change what was read there. Or change the regions, or the list of dominoes.';

/** What keeps a board from being one of a puzzle, where that is told without asking. */
export function fault({ dominoes, regions }) {
  const cells = regions.reduce((sum, region) => sum + region.indices.length, 0);
  if (cells === 2 * dominoes.length) return null;
  const wanted = cells % 2 ? 'an odd number, which dominoes cannot cover' : `for ${sizeName(cells / 2)}, and there ${dominoes.length === 1 ? 'is' : 'are'} ${dominoes.length}`;
  return { cells: [], text: `the board has ${cells} cells, ${wanted}` };
}

// Painting regions: `item.brush` is the index of the chosen region, or one of these; null where nothing is painted.
const NEW = 'new', NONE = 'none';
const isPainting = ({ brush }) => brush !== null;
const brushOf = ({ brush, puzzle }) => brush < puzzle.regions.length || brush === NONE ? brush : NEW;

/** Every place on the board, and one row and column about it, to be put into the chosen region. */
function paintSpots(place, item, mend, refresh) {
  const { puzzle, layout } = item, brush = brushOf(item), cells = cellsOf(puzzle);
  const rows = layout.rows ?? Math.max(...cells.map(([r]) => r)) + 2, columns = layout.columns ?? Math.max(...cells.map(([, c]) => c)) + 2;
  const into = brush === NEW ? 'a new region' : brush === NONE ? 'none: it is no cell' : `region ${named(puzzle.regions[brush])}`;
  const paint = (cell, region) => {
    if (region === brush || (region < 0 && brush === NONE)) return;
    const kept = item.puzzle.regions[brush] ?? { type: 'empty' };
    const made = moved(item.puzzle, cell, String(brush), kept), at = made.regions.findIndex(one => one.indices.some(it => same(it, cell)));
    if (made.regions.length) mend({ puzzle: made, brush: at < 0 ? NONE : at }, 'The board is changed.');
  };
  return Array.from({ length: rows * columns }, (_, i) => [Math.floor(i / columns), i % columns]).map(cell => {
    const [r, c] = cell, region = puzzle.regions.findIndex(one => one.indices.some(it => same(it, cell)));
    return {
      key: `cell ${r} ${c}`, at: place.center(r, c), shape: board.cellShape(place, r, c, {}, 0.08),
      label: `Row ${r + 1}, column ${c + 1}: ${region < 0 ? 'no cell' : `region ${named(puzzle.regions[region])}`}. Press to put it into ${into}`,
      press: () => paint(cell, region), back: () => { item.brush = region < 0 ? NONE : region; refresh(); },
    };
  });
}

const named = region => `${tagOf(region) || 'without a tag'}, ${region.indices.length} ${region.indices.length === 1 ? 'cell' : 'cells'}`;

/** What else can be changed: the regions, and the dominoes as a list. */
export function mending(item, { mend, look }) {
  const { puzzle, placed } = item, painting = isPainting(item), brush = painting ? brushOf(item) : null;
  const choose = brush => { item.brush = brush; look(brush === null ? item.view : 'read'); };
  const wrong = h('p', { class: 'notice bad', hidden: true, role: 'alert' });
  const parts = [board.eitherOr('Dominoes, tags', 'Regions', painting, now => choose(now ? 0 : null))];
  if (painting) {
    const colours = coloursOf(item), chosen = puzzle.regions[brush];
    parts.push(board.palette('The region that a click puts a cell into', [
      ...puzzle.regions.map((region, index) => ({ value: index, text: tagOf(region) || '–', name: `Region ${named(region)}`, colour: colours[index] })),
      { value: NEW, text: '+ New', name: 'A new region' }, { value: NONE, text: 'No cell', name: 'No cell' }], brush, choose));
    if (chosen) {
      parts.push(h('label', { class: 'row' }, 'Tag of this region', h('input', { type: 'text', id: 'brush-tag', value: tagOf(chosen), maxlength: 4, autocomplete: 'off', on: {
        change: event => {
          const said = regionOf(event.target.value, chosen.indices);
          if (said) mend({ puzzle: { ...puzzle, regions: puzzle.regions.map((one, i) => i === brush ? said : one) } }, 'The tag is changed.');
          else Object.assign(wrong, { hidden: false, textContent: NO_TAG });
        } } })));
    }
    parts.push(h('p', { class: 'soft' }, 'Choose a region, then click the cells that belong to it. A right click (Backspace) on a cell chooses its region.'));
  } else {
    parts.push(h('label', { class: 'row tall' }, `Dominoes: ${puzzle.dominoes.length}`, h('textarea', { id: 'dominoes', rows: 3, autocomplete: 'off', spellcheck: 'false', on: {
      change: event => {
        const said = listed(event.target.value);
        if (said.bad) Object.assign(wrong, { hidden: false, textContent: `${said.bad} is no domino: write two numbers from 0 to 6 for each, as 34.` });
        else mend({ puzzle: { ...puzzle, dominoes: said.dominoes }, placed: placed.filter((_, i) => fit(said.dominoes, placed.slice(0, i + 1))) }, 'The dominoes are changed.');
      } } }, puzzle.dominoes.map(values => values.join('|')).join(' '))));
  }
  return { tools: [], parts: [...parts, wrong] };
}

/** The dominoes of a list like `3-4 1-1 26`; `bad` is what is none. */
function listed(text) {
  const words = text.split(/[\s,;]+/).filter(Boolean), found = words.map(word => /^([0-6])[-–|/:]?([0-6])$/.exec(word));
  return { bad: words[found.findIndex(one => !one)], dominoes: found.map(one => one && [Number(one[1]), Number(one[2])]) };
}

/** Whether these lie on the board and are all among the dominoes. */
const fit = (dominoes, placed) => tray({ dominoes }, placed).length === dominoes.length - placed.length;

/** The colour that each region has in the picture: that of the region that most of its cells were read as. */
function coloursOf({ puzzle, read, layout }) {
  const was = new Map(read.regions.flatMap((region, index) => region.indices.map(cell => [key(...cell), index])));
  return puzzle.regions.map(region => {
    const votes = new Map();
    for (const cell of region.indices) votes.set(was.get(key(...cell)), (votes.get(was.get(key(...cell))) ?? 0) + 1);
    return layout.fills?.[[...votes].sort((a, b) => b[1] - a[1])[0][0]];
  });
}

/**
 * A board that was marked by its corners, in a picture of a size: all cells are there, in one region, and no dominoes.
 * `asked`: what the server has to be told of it.
 */
export function byHand(corners, rows, columns, [width, height]) {
  const mean = (i, j, axis) => (corners[i][axis] + corners[j][axis]) / 2;
  const [left, top, right, bottom] = [mean(0, 3, 0), mean(0, 1, 1), mean(1, 2, 0), mean(2, 3, 1)];
  const step = ((right - left) / columns + (bottom - top) / rows) / 2;
  const indices = Array.from({ length: rows * columns }, (_, i) => [Math.floor(i / columns), i % columns]);
  return {
    puzzle: { game: 'pips', dominoes: [], regions: [{ indices, type: 'empty' }] },
    layout: { kind: 'pips', width, height, origin: [left, top], step, rows, columns },
    bbox: [left, top, left + columns * step, top + rows * step], brush: NEW, asked: { corners, size: [rows, columns] },
  };
}

const NO_TAG = 'A tag is a number, <7, >7, = or ≠ (also typed as !=), or empty.';
const pips = (value, id, label) => h('label', { class: 'row' }, label, h('select', { id },
  ...[0, 1, 2, 3, 4, 5, 6].map(number => h('option', { value: number, selected: number === value }, number))));

/** Change a domino's numbers; `onBoard`: or take it off the board, for which `done` is called with null. */
function editDomino(values, onBoard, done) {
  const first = pips(values[0], 'pips-first', 'First half'), second = pips(values[1], 'pips-second', 'Second half');
  const chosen = label => Number(label.querySelector('select').value);
  openDialog('This domino', [first, second], 'Change', () => done([chosen(first), chosen(second)]),
    onBoard ? [['Take it off the board', () => done(null)]] : []);
}

/** Change which region a cell belongs to, and what the tag of that says; `tagAlone`: only the latter. */
function editCell(puzzle, [r, c], done, tagAlone = false) {
  const at = puzzle.regions.findIndex(region => region.indices.some(([a, b]) => a === r && b === c));
  const near = puzzle.regions.map((region, index) => index).filter(index => index === at
    || puzzle.regions[index].indices.some(([a, b]) => Math.abs(a - r) + Math.abs(b - c) === 1));
  const named = index => `${tagOf(puzzle.regions[index]) || 'without a tag'} (${puzzle.regions[index].indices.length} cells)`;
  const region = h('select', { id: 'region' },
    ...near.map(index => h('option', { value: index, selected: index === at }, index === at ? `this one: ${named(index)}` : named(index))),
    h('option', { value: 'new' }, 'one of its own'), h('option', { value: 'none' }, 'none: it is no cell'));
  const text = h('input', { type: 'text', id: 'tag', value: tagOf(puzzle.regions[at]), maxlength: 4, autocomplete: 'off' });
  region.addEventListener('change', () => {
    text.value = puzzle.regions[region.value] ? tagOf(puzzle.regions[region.value]) : '';
    text.disabled = region.value === 'none';
  });
  const wrong = h('p', { class: 'notice bad', hidden: true, role: 'alert' }, NO_TAG);
  openDialog(tagAlone ? 'This tag' : `Row ${r + 1}, column ${c + 1}`, [
    tagAlone ? null : h('label', { class: 'row' }, 'Region', region),
    h('label', { class: 'row' }, 'Tag of the region', text), wrong].filter(Boolean), 'Change', () => {
    const said = regionOf(text.value, []);
    if (!said && region.value !== 'none') {
      wrong.hidden = false;
      return false;
    }
    done(moved(puzzle, [r, c], tagAlone ? String(at) : region.value, said));
    return true;
  });
}

/** The puzzle with a cell in another region, and that with another tag. */
function moved(puzzle, [r, c], to, said) {
  const regions = puzzle.regions.map((region, index) => {
    const others = region.indices.filter(([a, b]) => a !== r || b !== c);
    if (String(index) === to) return { ...said, indices: [...others, [r, c]] };
    return { ...region, indices: others };
  });
  if (to === 'new') regions.push({ ...said, indices: [[r, c]] });
  return { ...puzzle, regions: regions.filter(region => region.indices.length) };
}

// --- a drawing of our own --------------------------------------------------------------------------------------------

/** The empty board. */
export function ground(place, puzzle) {
  const group = s('g', { class: 'ground pips' }), step = place.step;
  puzzle.regions.forEach((region, index) => {
    for (const [r, c] of region.indices) group.append(board.square(place, r, c, region.type === 'empty' ? 'cell free' : `cell tint${tintOf(puzzle, index)}`));
  });
  group.append(s('path', { class: 'lines', 'stroke-width': 0.012 * step,
    d: cellsOf(puzzle).map(cell => outline([cell], place.corner)).join(' ') }));
  puzzle.regions.forEach(region => group.append(
    s('path', { d: outline(region.indices, place.corner), class: 'region', 'stroke-width': 0.045 * step })));
  return group;
}

/** The tags of regions: drawn over what lies on the board. */
export const signs = (place, puzzle) => s('g', { class: 'signs' }, puzzle.regions.map((region, index) => {
  if (region.type === 'empty') return null;
  const drawn = tag(tagOf(region), ...tagPlace(place, region), 0.52 * place.step);
  drawn.classList.add(`tint${tintOf(puzzle, index)}`);
  return drawn;
}));

export const lying = (place, puzzle, solution) => (solution ?? []).map(([a, b], i) => layDomino(place, puzzle.dominoes[i], a, b));

const tintCache = new WeakMap();

/** Which of six colours a region has: none has that of a neighbour, as far as that can be. */
function tintOf(puzzle, index) {
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

const WAYS = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/** A board to be played on. */
export class Played extends Game {
  howTo = 'Drag a domino onto the board. Or click it (again to turn it), then click the cell for its first half.';

  constructor(game, puzzle, { placed }) {
    super(game, puzzle);
    this.cells = cellsOf(puzzle);
    this.columns = Math.max(...this.cells.map(([, c]) => c)) + 1;
    this.rows = Math.max(...this.cells.map(([r]) => r)) + 1;
    this.state = { placed };
    this.start = { placed: [] };
    this.held = null;
    this.way = 0;
    const across = Math.max(3, Math.floor((this.columns * UNIT + 40) / (2.25 * UNIT)));
    this.across = Math.min(across, puzzle.dominoes.length);
    this.width = Math.max(this.columns * UNIT, this.across * 2.25 * UNIT);
    this.place = board.squares([(this.width - this.columns * UNIT) / 2, 0], UNIT);
    // Every domino has a place of its own in the tray.
    this.home = puzzle.dominoes.map((_, i) => {
      const row = Math.floor(i / this.across), column = i % this.across;
      const inRow = Math.min(this.across, puzzle.dominoes.length - row * this.across);
      return [this.width / 2 + (column - (inRow - 1) / 2) * 2.25 * UNIT, (this.rows + 0.95 + row * 1.2) * UNIT];
    });
  }

  known() {
    return { puzzle: this.puzzle, placed: this.state.placed };
  }

  left() {
    return tray(this.puzzle, this.state.placed);
  }

  isFull() {
    return !this.left().length;
  }

  wrong(result) {
    return (result.wrong_places ?? []).flat();
  }

  at([r, c]) {
    return this.state.placed.findIndex(([a, b]) => same(a, [r, c]) || same(b, [r, c]));
  }

  isFree(cell) {
    return this.cells.some(one => same(one, cell)) && this.at(cell) < 0;
  }

  /** Lay the domino that is held: its first half here; turned until it fits. */
  lay([r, c], turn = true) {
    const values = this.puzzle.dominoes[this.held];
    for (let i = 0; i < (turn ? 4 : 1); i++) {
      const [dr, dc] = WAYS[(this.way + i) % 4], other = [r + dr, c + dc];
      if (this.isFree([r, c]) && this.isFree(other)) {
        this.held = null;
        this.way = 0;
        this.move({ placed: [...this.state.placed, [[r, c], other, values]] });
        return true;
      }
    }
    this.say('There is no room for it.');
    return false;
  }

  take(index) {
    const [, , values] = this.state.placed[index];
    this.move({ placed: this.state.placed.filter((_, i) => i !== index) });
    this.hold(this.left().find(one => same([...one.values].sort(), [...values].sort())).index);
  }

  hold(index) {
    this.way = this.held === index ? (this.way + 1) % 4 : 0;
    this.held = index;
    const [a, b] = this.puzzle.dominoes[index];
    this.say(`You hold the ${a}-${b}: click the cell for its ${a}, or click it again to turn it.`);
    this.draw();
  }

  ends([x, y], way) {
    const [dr, dc] = WAYS[way], half = UNIT / 2;
    return [[x - dc * half, y - dr * half], [x + dc * half, y + dr * half]];
  }

  paint(focused) {
    const { puzzle, place } = this, last = this.home.at(-1)[1];
    this.drawing.setAttribute('viewBox', `-12 -12 ${this.width + 24} ${last + 0.75 * UNIT + 24}`);
    this.drawing.append(ground(place, puzzle));
    this.state.placed.forEach(([a, b, values]) => this.drawing.append(layDomino(place, values, a, b)));
    if (this.framed) this.drawing.append(board.stepLayer(this.game, place, puzzle, [this.framed], 0));
    this.drawing.append(signs(place, puzzle));
    const all = this.cells.map(([r, c]) => this.cellSpot(r, c));
    for (const { values, index } of this.left()) {
      const way = this.held === index ? this.way : 0, [a, b] = this.ends(this.home[index], way);
      const drawn = domino(values, a, b, UNIT, this.held === index ? 'held' : '');
      this.drawing.append(drawn);
      const shape = s('rect', { x: Math.min(a[0], b[0]) - 46, y: Math.min(a[1], b[1]) - 46,
        width: Math.abs(a[0] - b[0]) + 92, height: Math.abs(a[1] - b[1]) + 92, rx: 16 });
      this.dragged(shape, values, index, drawn);
      all.push({
        key: `domino ${index}`, at: this.home[index], shape,
        label: `Domino ${values.join(' and ')}${this.held === index ? ', held; press to turn it' : '; press to hold it'}`,
        press: () => { if (!this.justDragged) this.hold(index); },
        back: () => { this.held = null; this.draw(); },
        keys: pressed => pressed.toLowerCase() === 'r' && (this.hold(index), true),
      });
    }
    this.drawing.append(spots(all, 'Board and dominoes. Arrow keys move, Enter holds, turns, lays and takes', focused));
  }

  cellSpot(r, c) {
    const index = this.at([r, c]), region = this.puzzle.regions.find(one => one.indices.some(cell => same(cell, [r, c])));
    const lies = index < 0 ? 'empty' : `${this.state.placed[index][2][same(this.state.placed[index][0], [r, c]) ? 0 : 1]} lies here`;
    const shape = board.cellShape(this.place, r, c, {}, 0.03);
    if (index >= 0) this.dragged(shape, this.state.placed[index][2], null, null, index);
    return {
      key: `cell ${r} ${c}`, at: this.place.center(r, c), shape,
      label: `Row ${r + 1}, column ${c + 1}, region ${tagOf(region) || 'without a tag'}: ${lies}`,
      press: () => {
        if (this.justDragged) return;
        if (index >= 0) this.take(index);
        else if (this.held !== null) this.lay([r, c]);
        else this.say('Choose a domino first.');
      },
      back: () => { if (index >= 0) this.take(index); },
    };
  }

  /** Let a domino be dragged, from the tray or, as `index` of those placed, from the board. */
  dragged(shape, values, tray, drawn, index = null) {
    shape.classList.add('draggable');
    shape.addEventListener('pointerdown', event => {
      if (event.button) return;
      this.justDragged = false;
      const from = this.point(event);
      const way = index === null ? (this.held === tray ? this.way : 0)
        : WAYS.findIndex(one => same(one, [0, 1].map(i => this.state.placed[index][1][i] - this.state.placed[index][0][i])));
      let ghost = null;
      const move = moved => {
        const at = this.point(moved);
        if (!ghost && Math.hypot(at[0] - from[0], at[1] - from[1]) < 0.18 * UNIT) return;
        ghost?.remove();
        drawn?.classList.add('away');
        ghost = domino(values, ...this.ends(at, way), UNIT, 'ghost');
        this.drawing.append(ghost);
      };
      const up = lifted => {
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', up);
        window.removeEventListener('pointercancel', up);
        if (!ghost) return;
        ghost.remove();
        this.justDragged = true;
        setTimeout(() => { this.justDragged = false; }, 50);
        this.dropped(this.point(lifted), way, tray, index);
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
      window.addEventListener('pointercancel', up);
    });
  }

  dropped(at, way, tray, index) {
    const [x] = this.place.corner(0, 0);
    const [first] = this.ends(at, way), cell = [Math.floor(first[1] / UNIT), Math.floor((first[0] - x) / UNIT)];
    const [dr, dc] = WAYS[way], other = [cell[0] + dr, cell[1] + dc];
    const values = index === null ? this.puzzle.dominoes[tray] : this.state.placed[index][2];
    const rest = this.state.placed.filter((_, i) => i !== index);
    const free = one => this.cells.some(it => same(it, one)) && !rest.some(([a, b]) => same(a, one) || same(b, one));
    this.held = null;
    if (free(cell) && free(other)) this.move({ placed: [...rest, [cell, other, values]] });
    else if (index !== null) this.move({ placed: rest });
    else this.draw();
  }

  point(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.drawing.getScreenCTM().inverse());
    return [at.x, at.y];
  }
}
