// The section of the page in which a board is played on. How that goes is in `playing.js` and in the module of the game.

import { h, s } from './svg.js';
import * as games from './games.js';
import { chooseNew, makeAnother } from './new.js';

/**
 * Open a puzzle to be played in a section of the page. `clues`: the cells that are given, null if nobody knows;
 * `placed`: dominoes that lie there; `another(puzzle)`: play that one; `back()`: to the picture it came from.
 */
export function openGame(section, puzzle, { clues, placed, another, largest, back }) {
  const kind = games.of(puzzle), game = new kind.Played(kind, puzzle, { clues, placed });
  const drawing = s('svg', { class: 'drawing playing', role: 'group', 'aria-label': games.named(puzzle) });
  const message = h('p', { class: 'message', id: 'message', role: 'status', 'aria-live': 'polite' }, game.howTo);
  const undo = h('button', { type: 'button', id: 'play-undo', on: { click: () => game.undo() } }, 'Undo');
  const button = (text, id, click, attributes = {}) => h('button', { type: 'button', id, on: { click }, ...attributes }, text);
  section.replaceChildren(
    h('div', { class: 'play-head' },
      h('h1', { id: 'play-title', tabindex: -1 }, games.named(puzzle)),
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
