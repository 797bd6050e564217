// A board to be played on: entries by click, dominoes by click or drag, hints and checks by the server.

import { h, s, spots, domino, tagOf } from './svg.js';
import * as api from './api.js';
import * as board from './board.js';
import { sentence } from './parts.js';
import { chooseNew, makeAnother } from './new.js';

const UNIT = 100;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Open a puzzle to be played in a section of the page. `clues`: the cells that are given, all that are filled if null;
 * `placed`: dominoes that lie there; `another(puzzle)`: play that one; `back()`: to the picture it came from.
 */
export function openGame(section, puzzle, { clues, placed, another, largest, back }) {
  const game = board.isGrid(puzzle) ? new Grid(puzzle, clues) : new Pips(puzzle, placed);
  const drawing = s('svg', { class: 'drawing playing', role: 'group', 'aria-label': `${board.GAME[puzzle.game]} ${board.size(puzzle)}` });
  const message = h('p', { class: 'message', id: 'message', role: 'status', 'aria-live': 'polite' }, game.howTo);
  const undo = h('button', { type: 'button', id: 'play-undo', on: { click: () => game.undo() } }, 'Undo');
  const button = (text, id, click, attributes = {}) => h('button', { type: 'button', id, on: { click }, ...attributes }, text);
  section.replaceChildren(
    h('div', { class: 'play-head' },
      h('h1', { id: 'play-title', tabindex: -1 }, `${board.GAME[puzzle.game]} ${board.size(puzzle)}`),
      back ? button('Back to the picture', 'play-back', back) : null),
    h('div', { class: `play-board ${puzzle.game}` }, drawing),
    message,
    h('div', { class: 'buttons center' },
      undo,
      button('Hint', 'play-hint', () => game.hint(), { class: 'strong' }),
      button('Check', 'play-check', () => game.check()),
      button('Start again', 'play-again', () => game.restart()),
      button('Another like it', 'play-another', () => makeAnother(another)),
      button('New puzzle', 'play-new', () => chooseNew(largest, another))));
  game.open(drawing, message, undo);
}

class Game {
  past = [];
  framed = null;
  turn = 0;

  open(drawing, message, undo) {
    Object.assign(this, { drawing, message, undoButton: undo });
    this.draw();
  }

  say(text, tone = '') {
    this.message.className = `message ${tone}`;
    this.message.textContent = text;
  }

  /** A move: `change` is what becomes of the state. */
  move(change) {
    this.past.push(this.state);
    this.put({ ...this.state, ...change });
  }

  put(state) {
    this.state = state;
    this.framed = null;
    this.turn += 1;
    this.say(this.isFull() ? 'Checking …' : '');
    this.draw();
    if (this.isFull()) this.check();
  }

  undo() {
    if (this.past.length) this.put(this.past.pop());
  }

  restart() {
    this.past = [];
    this.put(this.start);
  }

  async asked(path) {
    const turn = this.turn;
    try {
      const result = await api.ask(path, { ...this.known(), difficulty: false });
      return turn === this.turn ? result : null;
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      this.say(error.message, 'bad');
      return null;
    }
  }

  async hint() {
    const step = (await this.asked('hint'))?.hint;
    if (step === undefined) return;
    if (!step) { this.say('Nothing is left to be done.', 'good'); return; }
    this.framed = step;
    this.say(sentence(step.sentence));
    this.draw();
  }

  async check() {
    const result = await this.asked('solve');
    if (!result) return;
    const wrong = this.wrong(result);
    if (wrong.length || result.solutions === 'none') {
      this.framed = { cells: wrong, fills: [], placed: [], rule: 'wrong entry' };
      const said = result.warnings.find(warning => !warning.startsWith('nothing says'))?.split(';')[0] ?? 'it has no solution as it stands';
      this.say(sentence(`not right: ${said}`), 'bad');
    } else if (this.isFull()) {
      this.say('Solved. Well done!', 'good');
      this.drawing.classList.add('won');
      return;
    } else this.say('All is right so far.', 'good');
    this.draw();
  }

  draw() {
    const focused = this.drawing.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.drawing.classList.toggle('won', false);
    this.undoButton.disabled = !this.past.length;
    this.drawing.replaceChildren();
    this.paint(focused);
    if (focused) this.drawing.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
  }
}

class Grid extends Game {
  howTo = 'Click a cell to change it, or use the arrow keys and Enter.';

  constructor(puzzle, clues) {
    super();
    this.puzzle = puzzle;
    this.place = { ...board.squares([0, 0], UNIT), part: 0.78 };
    this.given = clues ?? board.cellsOf(puzzle).filter(([r, c]) => puzzle.cells[r][c] !== '.');
    this.fixed = new Set(this.given.map(String));
    this.state = { cells: puzzle.cells };
    this.start = { cells: puzzle.cells.map((row, r) => [...row].map((what, c) => this.fixed.has(String([r, c])) ? what : '.').join('')) };
  }

  known() {
    return { puzzle: { ...this.puzzle, cells: this.state.cells }, clues: this.given };
  }

  isFull() {
    return !this.state.cells.join('').includes('.');
  }

  wrong(result) {
    return result.solutions === 'none' ? result.wrong_entries ?? [] : [];
  }

  press(r, c, back, to = null) {
    if (this.fixed.has(String([r, c]))) { this.say('This cell is given.'); return; }
    const order = `.${board.SYMBOLS[this.puzzle.game]}`, was = this.state.cells[r][c];
    const what = to ?? order[(order.indexOf(was) + (back ? 2 : 1)) % 3];
    this.move({ cells: board.changed(this.state, 'cells', r, c, what).cells });
  }

  paint(focused) {
    const { puzzle, place, state } = this, n = puzzle.size * UNIT;
    this.drawing.setAttribute('viewBox', `-10 -10 ${n + 20} ${n + 20}`);
    this.drawing.append(board.ground(place, puzzle, this.given));
    for (const [r, c] of board.cellsOf(puzzle)) {
      const what = state.cells[r][c];
      if (what !== '.') this.drawing.append(board.symbolAt(place, what, r, c));
    }
    if (this.framed) this.drawing.append(board.stepLayer(place, puzzle, [this.framed], 0));
    this.drawing.append(board.signs(place, puzzle));
    this.drawing.append(spots(board.cellsOf(puzzle).map(([r, c]) => ({
      key: `cell ${r} ${c}`, at: place.center(r, c), shape: board.cellShape(place, r, c, {}, 0.03),
      label: `Row ${r + 1}, column ${c + 1}: ${board.LONG[state.cells[r][c]]}${this.fixed.has(String([r, c])) ? ', given' : ''}`,
      press: () => this.press(r, c, false), back: () => this.press(r, c, true),
      keys: pressed => {
        const to = { s: 'S', m: 'M', 0: '0', 1: '1' }[pressed.toLowerCase()];
        if (!to || !board.SYMBOLS[puzzle.game].includes(to)) return false;
        this.press(r, c, false, to);
        return true;
      },
    })), 'Board. Arrow keys move, Enter changes', focused));
  }
}

const WAYS = [[0, 1], [1, 0], [0, -1], [-1, 0]];

class Pips extends Game {
  howTo = 'Drag a domino onto the board. Or click it (again to turn it), then click the cell for its first half.';

  constructor(puzzle, placed) {
    super();
    this.puzzle = puzzle;
    this.cells = board.cellsOf(puzzle);
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
    return board.tray(this.puzzle, this.state.placed);
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
    this.drawing.append(board.ground(place, puzzle));
    this.state.placed.forEach(([a, b, values]) => this.drawing.append(board.layDomino(place, values, a, b)));
    if (this.framed) this.drawing.append(board.stepLayer(place, puzzle, [this.framed], 0));
    this.drawing.append(board.signs(place, puzzle));
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
