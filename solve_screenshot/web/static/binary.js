// Tango and Takuzu: symbols in the cells of a square board, signs between them.

import { h, s, marker } from './svg.js';
import * as board from './board.js';
import { Squares } from './playing.js';

export const NAMES = { tango: 'Tango', takuzu: 'Takuzu' };
export const SIZES = { tango: [4, 6, 8, 10, 12, 14], takuzu: [4, 6, 8, 10, 12, 14] };
export const USUAL = { tango: 6, takuzu: 8 };
const SYMBOLS = { tango: 'SM', takuzu: '01' };
const KEYS = { s: 'S', m: 'M', 0: '0', 1: '1' };

export const sizeName = n => `${n} × ${n}`;
export const size = puzzle => `${puzzle.size}×${puzzle.size}`;
export const { cellsOf } = board;
export const isFull = puzzle => !puzzle.cells.join('').includes('.');
export const isMarkable = true;
export const isLearnable = true;

/** All places for signs: kind, row, column, what is there. */
function markersOf(puzzle) {
  return ['h', 'v'].flatMap(kind => puzzle[kind].flatMap((row, r) => [...row].map((what, c) => ({ kind, r, c, what }))));
}

const filledOf = puzzle => cellsOf(puzzle).filter(([r, c]) => puzzle.cells[r][c] !== '.');

// --- over a picture --------------------------------------------------------------------------------------------------

/** The symbols that the solution adds to the board. */
export function solutionLayer(place, { puzzle, result }) {
  const cells = result.solution ?? result.clues_solution, blamed = new Set((result.wrong_entries ?? []).map(String));
  if (!cells) return s('g');
  return s('g', { class: 'added' }, cellsOf(puzzle).flatMap(([r, c]) => {
    if (puzzle.cells[r][c] === '.') return [board.symbolAt(place, cells[r][c], r, c)];
    return blamed.has(String([r, c])) ? board.corrected(place, [r, c], cells[r][c]) : [];
  }));
}

export const SEVERAL = 'One of the solutions is shown; cells with an amber frame can be either.';

/** What was read, small beside what is there. */
export function readLayer(place, { puzzle }) {
  const { step } = place;
  return s('g', { class: 'read' },
    cellsOf(puzzle).map(([r, c]) => board.cellShape(place, r, c, { class: 'grid', 'stroke-width': 0.02 * step })),
    filledOf(puzzle).flatMap(([r, c]) => board.readSymbol(place, puzzle.cells[r][c], r, c)),
    markersOf(puzzle).filter(one => one.what !== '.').map(({ kind, r, c, what }) => marker(what, ...place.edge(kind, r, c), 0.38 * step)));
}

export const conclusions = (place, puzzle, step) => step.fills.map(([r, c, what]) => board.symbolAt(place, what, r, c));

/** The signs on the sides of a step's cells: they may be the reason, and lie below the frames. */
export function above(place, puzzle, step) {
  const there = new Set([...step.cells, ...step.fills].map(([r, c]) => board.key(r, c)));
  const touches = ({ kind, r, c }) => there.has(board.key(r, c)) || there.has(kind === 'h' ? board.key(r, c + 1) : board.key(r + 1, c));
  return markersOf(puzzle).filter(one => one.what !== '.' && touches(one))
    .map(({ kind, r, c, what }) => marker(what, ...place.edge(kind, r, c), 0.3 * place.step));
}

// --- mending ---------------------------------------------------------------------------------------------------------

const after = (order, what, back) => order[(order.indexOf(what) + (back ? order.length - 1 : 1)) % order.length];
const between = (kind, r, c) => kind === 'h' ? `columns ${c + 1} and ${c + 2} of row ${r + 1}` : `rows ${r + 1} and ${r + 2} of column ${c + 1}`;

/** What can be pressed to change what was read; `mend(change, said)` puts that in its place. */
export function mendSpots(place, item, mend) {
  const { puzzle } = item, order = `.${SYMBOLS[puzzle.game]}`;
  const pressCell = (r, c, back = false, to = null) => {
    const what = to ?? after(order, puzzle.cells[r][c], back);
    const clues = item.clues && (what === '.' ? item.clues.filter(one => String(one) !== String([r, c])) : item.clues);
    mend({ puzzle: board.changed(puzzle, 'cells', r, c, what), clues }, `Row ${r + 1}, column ${c + 1} is ${board.LONG[what]} now.`);
  };
  const pressMarker = (kind, r, c, back = false, to = null) => {
    const what = to ?? after('.=x', puzzle[kind][r][c], back);
    const said = { '.': 'no sign', '=': 'an equals sign', x: 'a cross' }[what];
    mend({ puzzle: board.changed(puzzle, kind, r, c, what) }, `There is ${said} now between ${between(kind, r, c)}.`);
  };
  return [...cellsOf(puzzle).map(([r, c]) => ({
    key: `cell ${r} ${c}`, at: place.center(r, c), shape: board.cellShape(place, r, c, {}, 0.14),
    label: `Row ${r + 1}, column ${c + 1}: ${board.LONG[puzzle.cells[r][c]]}. Press to change`,
    press: () => pressCell(r, c), back: () => pressCell(r, c, true),
    keys: pressed => {
      const to = KEYS[pressed.toLowerCase()];
      if (!to || !order.includes(to)) return false;
      pressCell(r, c, false, to);
      return true;
    },
  })), ...markersOf(puzzle).map(({ kind, r, c, what }) => {
    const [cx, cy] = place.edge(kind, r, c);
    return {
      key: `${kind} ${r} ${c}`, at: [cx, cy], shape: s('circle', { cx, cy, r: 0.2 * place.step }),
      label: `Between ${between(kind, r, c)}: ${what === '.' ? 'nothing' : board.LONG[what]}. Press to change`,
      press: () => pressMarker(kind, r, c), back: () => pressMarker(kind, r, c, true),
      keys: pressed => '=x'.includes(pressed.toLowerCase()) && (pressMarker(kind, r, c, false, pressed.toLowerCase()), true),
    };
  })];
}

export const HOW_TO_MEND = 'Click a cell, or the place between two cells, to change what was read there.';

/** What else can be changed: `tools` are buttons, `parts` stand below them. `isMended`: whether something was. */
export function mending(item, { mend, isMended }) {
  const { puzzle } = item, tools = [];
  const rewritten = (letters, more = {}) =>
    mend({ puzzle: { ...puzzle, ...more, cells: puzzle.cells.map(row => [...row].map(one => letters[one] ?? one).join('')) } });
  if (item.layout.exchangeable || isMended) {
    const [a, b] = SYMBOLS[puzzle.game];
    tools.push(h('button', { type: 'button', id: 'exchange', on: { click: () => rewritten({ [a]: b, [b]: a }) } }, 'Exchange the symbols'));
  }
  const otherGame = game => {
    const from = SYMBOLS[puzzle.game], to = SYMBOLS[game];
    rewritten({ [from[0]]: to[0], [from[1]]: to[1] }, { game, unique_lines: undefined });
  };
  return { tools, parts: [h('details', {}, h('summary', {}, 'Rules of this board'),
    h('label', { class: 'row' }, 'Game', h('select', { id: 'game', on: { change: event => otherGame(event.target.value) } },
      ...Object.entries(NAMES).map(([name, text]) => h('option', { value: name, selected: name === puzzle.game }, text)))),
    h('label', { class: 'row' }, h('input', { type: 'checkbox', id: 'unique', checked: puzzle.unique_lines ?? puzzle.game === 'takuzu', on: {
      change: event => mend({ puzzle: { ...puzzle, unique_lines: event.target.checked } }) } }), 'No two rows or columns are alike'))] };
}

// --- a drawing of our own --------------------------------------------------------------------------------------------

/** The empty board; `clues` are shaded. */
export function ground(place, puzzle, clues = filledOf(puzzle)) {
  const given = new Set(clues.map(String));
  return s('g', { class: `ground ${puzzle.game}` },
    cellsOf(puzzle).map(([r, c]) => board.square(place, r, c, given.has(String([r, c])) ? 'cell given' : 'cell')),
    board.net(place, puzzle.size));
}

/** The signs between cells: drawn over what lies on the board. */
export const signs = (place, puzzle) => s('g', { class: 'signs' }, markersOf(puzzle).filter(one => one.what !== '.')
  .map(({ kind, r, c, what }) => marker(what, ...place.edge(kind, r, c), 0.34 * place.step)));

/** What is on the board, and what the solution adds. */
export const lying = (place, puzzle, solution) => cellsOf(puzzle)
  .map(([r, c]) => [puzzle.cells[r][c] === '.' ? solution?.[r][c] : puzzle.cells[r][c], r, c]).filter(([what]) => what)
  .map(([what, r, c]) => board.symbolAt(place, what, r, c));

/** A board to be played on. */
export class Played extends Squares {
  howTo = 'Click a cell to change it, or use the arrow keys and Enter.';
  keys = KEYS;

  constructor(game, puzzle, { clues }) {
    super(game, puzzle, clues ?? filledOf(puzzle), `.${SYMBOLS[puzzle.game]}`);
  }
}
