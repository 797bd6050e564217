// Queens: one crown in each row, column and coloured region; crosses mark cells that hold none.

import { h, s, outline } from './svg.js';
import * as board from './board.js';
import { Squares } from './playing.js';

export const NAMES = { queens: 'Queens' };
export const SIZES = { queens: [5, 6, 7, 8, 9, 10, 11, 12] };
export const USUAL = { queens: 8 };
const LETTERS = [...'ABCDEFGHIJKLMNOPQRST'];
const ORDER = '.xQ';
const KEYS = { q: 'Q', c: 'Q', x: 'x' };
const HUES = 12;

export const sizeName = n => `${n} × ${n}`;
export const size = puzzle => `${puzzle.size}×${puzzle.size}`;
export const { cellsOf } = board;
export const isFull = puzzle => puzzle.cells.join('').replaceAll(/[^Q]/g, '').length === puzzle.size;
export const isMarkable = true;
export const isLearnable = false;

/** letter -> the cells of that region, in reading order. */
function regionsOf(puzzle) {
  const found = new Map();
  for (const [r, c] of cellsOf(puzzle)) {
    const letter = puzzle.regions[r][c];
    if (!found.has(letter)) found.set(letter, []);
    found.get(letter).push([r, c]);
  }
  return found;
}

const crown = (place, r, c) => board.symbolAt(place, 'Q', r, c);

// --- over a picture --------------------------------------------------------------------------------------------------

/** The crowns that the solution adds to the board, and the entries that are wrong. */
export function solutionLayer(place, { puzzle, result }) {
  const cells = result.solution ?? result.clues_solution, group = s('g', { class: 'added' });
  for (const cell of result.wrong_entries ?? []) group.append(...board.corrected(place, cell));
  if (cells) group.append(...cellsOf(puzzle).filter(([r, c]) => cells[r][c] === 'Q' && puzzle.cells[r][c] !== 'Q').map(cell => crown(place, ...cell)));
  return group;
}

export const SEVERAL = 'One of the solutions is shown; cells with an amber frame are filled differently in others.';

/** What was read: regions with their letters, and symbols small beside what is there. Where regions are being painted,
 *  the one that is chosen is shaded. */
export function readLayer(place, item) {
  const { puzzle } = item, { step } = place, group = s('g', { class: 'read queens' });
  for (const [letter, cells] of regionsOf(puzzle)) {
    if (letter === item.brush) group.append(...cells.map(([r, c]) => board.cellShape(place, r, c, { class: 'chosen' })));
    group.append(s('path', { d: outline(cells, place.corner), class: 'region', 'stroke-width': 0.07 * step }));
  }
  for (const [r, c] of cellsOf(puzzle)) {
    const what = puzzle.cells[r][c], [x, y] = place.center(r, c), off = 0.28 * step;
    if (what !== '.') group.append(...board.readSymbol(place, what, r, c));
    group.append(s('text', { x: x - off, y: y - off, 'font-size': 0.24 * step, class: 'letter' }, puzzle.regions[r][c]));
  }
  return group;
}

export const conclusions = (place, puzzle, step) => step.fills.map(([r, c, what]) => board.symbolAt(place, what, r, c));

export const above = () => [];

// --- mending ---------------------------------------------------------------------------------------------------------

/** What keeps the regions from being those of a puzzle: a sentence, and the cells that are apart from the rest of their
 *  region; null where nothing does. */
export function fault(puzzle) {
  const regions = regionsOf(puzzle), said = [], loose = [], named = ([r, c]) => `row ${r + 1}, column ${c + 1}`;
  for (const [letter, cells] of regions) {
    const off = apart(cells);
    if (off.length) said.push(`region ${letter} is in parts: ${named(off[0])} is not connected with ${named(cells[0])}`);
    loose.push(...off);
  }
  const missing = LETTERS.slice(0, puzzle.size).filter(letter => !regions.has(letter));
  if (missing.length) {
    said.push(`a board of ${size(puzzle)} has ${puzzle.size} regions: choose ${missing.join(', ')}, which ${missing.length === 1 ? 'has' : 'have'} no cells, and click those that belong there`);
  }
  return said.length ? { cells: loose, text: said.join('; ') } : null;
}

/** The cells that are not connected with the first one. */
function apart(cells) {
  const left = new Map(cells.map(cell => [board.key(...cell), cell])), todo = [cells[0]];
  left.delete(board.key(...cells[0]));
  while (todo.length) {
    const [r, c] = todo.pop();
    for (const next of [[r, c + 1], [r + 1, c], [r, c - 1], [r - 1, c]]) {
      if (left.delete(board.key(...next))) todo.push(next);
    }
  }
  return [...left.values()];
}

/** The puzzle with a cell in another region. Letters go by first appearance; `letter` is what that region has then. */
function painted(puzzle, r, c, to) {
  const { regions } = board.changed(puzzle, 'regions', r, c, to);
  const found = [...new Set(regions.join(''))], names = new Map(found.map((old, i) => [old, LETTERS[i]]));
  return { puzzle: { ...puzzle, regions: regions.map(row => [...row].map(old => names.get(old)).join('')) }, letter: names.get(to) };
}

/** What can be pressed to change what was read: crowns and crosses, or, where a region is chosen (`item.brush`), which
 *  cells belong to it. */
export function mendSpots(place, item, mend, refresh) {
  const { puzzle, brush } = item;
  const pressCell = (r, c, back = false, to = null) => {
    const was = ORDER.indexOf(puzzle.cells[r][c]), what = to ?? ORDER[(was + (back ? 2 : 1)) % 3];
    mend({ puzzle: board.changed(puzzle, 'cells', r, c, what) }, `Row ${r + 1}, column ${c + 1} is ${board.LONG[what]} now.`);
  };
  const paint = (r, c, to) => {
    if (puzzle.regions[r][c] === to) return;
    const { puzzle: made, letter } = painted(puzzle, r, c, to);
    mend({ puzzle: made, brush: letter }, `Row ${r + 1}, column ${c + 1} is in region ${letter} now.`);
  };
  const choose = letter => { item.brush = letter; refresh(); };
  return cellsOf(puzzle).map(([r, c]) => {
    const region = puzzle.regions[r][c], where = `Row ${r + 1}, column ${c + 1}, region ${region}`;
    const spot = { key: `cell ${r} ${c}`, at: place.center(r, c), shape: board.cellShape(place, r, c, {}, 0.08) };
    if (brush) {
      return { ...spot, label: `${where}. Press to put it into region ${brush}`,
        press: () => paint(r, c, brush), back: () => choose(region),
        keys: pressed => {
          const to = pressed.toUpperCase();
          if (pressed.length > 1 || !LETTERS.slice(0, puzzle.size).includes(to)) return false;
          paint(r, c, to);
          return true;
        } };
    }
    return { ...spot, label: `${where}: ${board.LONG[puzzle.cells[r][c]]}. Press to change`,
      press: () => pressCell(r, c), back: () => pressCell(r, c, true),
      keys: pressed => {
        const to = KEYS[pressed.toLowerCase()];
        if (to) pressCell(r, c, false, to);
        return Boolean(to);
      } };
  });
}

export const HOW_TO_MEND = 'Click a cell to change what was read there: nothing, a cross, a crown. Or change the regions.';

/** What else can be changed: the regions. */
export function mending(item, { look }) {
  const { puzzle } = item, there = regionsOf(puzzle), colours = coloursOf(item);
  const choose = letter => { item.brush = letter; look(letter ? 'read' : item.view); };
  const parts = [board.eitherOr('Crowns, crosses', 'Regions', Boolean(item.brush), now => choose(now ? 'A' : null))];
  if (item.brush) {
    parts.push(board.palette('The region that a click puts a cell into', LETTERS.slice(0, puzzle.size).map(letter =>
      ({ value: letter, text: letter, name: `Region ${letter}, ${there.get(letter)?.length ?? 0} cells`, colour: colours.get(letter) })), item.brush, choose),
    h('p', { class: 'soft' }, 'Choose a region, then click the cells that belong to it. A right click (Backspace) on a cell chooses its region; a letter puts a cell into that one.'));
  }
  return { tools: [], parts };
}

/** letter -> the colour that region has in the picture: that of the region that most of its cells were read as. */
function coloursOf({ puzzle, read, layout }) {
  const found = new Map();
  for (const [letter, cells] of regionsOf(puzzle)) {
    const votes = new Map();
    for (const [r, c] of cells) votes.set(read.regions[r][c], (votes.get(read.regions[r][c]) ?? 0) + 1);
    const [most] = [...votes].sort((a, b) => b[1] - a[1])[0];
    found.set(letter, layout.fills?.[most]);
  }
  return found;
}

// --- a drawing of our own --------------------------------------------------------------------------------------------

/** The empty board. */
export function ground(place, puzzle) {
  const regions = regionsOf(puzzle), outlines = [...regions.values()].map(cells => outline(cells, place.corner));
  return s('g', { class: 'ground queens' },
    [...regions].flatMap(([letter, cells]) => cells.map(([r, c]) => board.square(place, r, c, `cell hue${LETTERS.indexOf(letter) % HUES}`))),
    board.net(place, puzzle.size),
    outlines.map(d => s('path', { d, class: 'region', 'stroke-width': 0.05 * place.step })));
}

export const signs = () => s('g', { class: 'signs' });

export const lying = (place, puzzle, solution) => cellsOf(puzzle)
  .map(([r, c]) => [solution?.[r][c] === 'Q' ? 'Q' : puzzle.cells[r][c], r, c]).filter(([what]) => what !== '.')
  .map(([what, r, c]) => board.symbolAt(place, what, r, c));

/** A board to be played on. Crowns and crosses of a picture are entries, unless somebody says that they are clues. */
export class Played extends Squares {
  howTo = 'Click a cell for a cross, again for a crown. Or use the arrow keys, X and Q.';
  keys = KEYS;

  constructor(game, puzzle, { clues }) {
    super(game, puzzle, clues ?? [], ORDER);
  }

  named(r, c) {
    return `, region ${this.puzzle.regions[r][c]}`;
  }
}
