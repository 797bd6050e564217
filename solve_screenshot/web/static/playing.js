// Boards to be played on: what all games have (moves, hints, checks by the server), and square boards with symbols.

import { spots } from './svg.js';
import * as api from './api.js';
import * as board from './board.js';
import { sentence } from './parts.js';

export const UNIT = 100;

/** A game of some kind. `game`: its module. */
export class Game {
  past = [];
  framed = null;
  turn = 0;

  constructor(game, puzzle) {
    this.game = game;
    this.puzzle = puzzle;
  }

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

/** Symbols in the cells of a square board: `order` is that in which presses go through them. */
export class Squares extends Game {
  keys = {};

  constructor(game, puzzle, given, order) {
    super(game, puzzle);
    this.order = order;
    this.place = { ...board.squares([0, 0], UNIT), part: 0.78 };
    this.given = given;
    this.fixed = new Set(given.map(String));
    this.state = { cells: puzzle.cells };
    this.start = { cells: puzzle.cells.map((row, r) => [...row].map((what, c) => this.fixed.has(String([r, c])) ? what : '.').join('')) };
  }

  known() {
    return { puzzle: { ...this.puzzle, cells: this.state.cells }, clues: this.given };
  }

  isFull() {
    return this.game.isFull({ ...this.puzzle, cells: this.state.cells });
  }

  wrong(result) {
    return result.solutions === 'none' ? result.wrong_entries ?? [] : [];
  }

  press(r, c, back, to = null) {
    if (this.fixed.has(String([r, c]))) { this.say('This cell is given.'); return; }
    const { order } = this, was = this.state.cells[r][c];
    const what = to ?? order[(order.indexOf(was) + (back ? order.length - 1 : 1)) % order.length];
    this.move({ cells: board.changed(this.state, 'cells', r, c, what).cells });
  }

  /** What a cell is called beside its place. */
  named() {
    return '';
  }

  paint(focused) {
    const { game, puzzle, place, state } = this, n = puzzle.size * UNIT;
    this.drawing.setAttribute('viewBox', `-10 -10 ${n + 20} ${n + 20}`);
    this.drawing.append(game.ground(place, puzzle, this.given));
    for (const [r, c] of board.cellsOf(puzzle)) {
      const what = state.cells[r][c];
      if (what !== '.') this.drawing.append(board.symbolAt(place, what, r, c));
    }
    if (this.framed) this.drawing.append(board.stepLayer(game, place, puzzle, [this.framed], 0));
    this.drawing.append(game.signs(place, puzzle));
    this.drawing.append(spots(board.cellsOf(puzzle).map(([r, c]) => ({
      key: `cell ${r} ${c}`, at: place.center(r, c), shape: board.cellShape(place, r, c, {}, 0.03),
      label: `Row ${r + 1}, column ${c + 1}${this.named(r, c)}: ${board.LONG[state.cells[r][c]]}${this.fixed.has(String([r, c])) ? ', given' : ''}`,
      press: () => this.press(r, c, false), back: () => this.press(r, c, true),
      keys: pressed => {
        const to = this.keys[pressed.toLowerCase()];
        if (!to || !this.order.includes(to)) return false;
        this.press(r, c, false, to);
        return true;
      },
    })), 'Board. Arrow keys move, Enter changes', focused));
  }
}
