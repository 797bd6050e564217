// "New puzzle": which game, how large, how hard.

import { h } from './svg.js';
import { openDialog, toast } from './parts.js';
import { plain } from './board.js';
import * as games from './games.js';
import * as api from './api.js';

const last = { game: 'tango', size: 6, difficulty: 'medium' };

/** Ask for a new puzzle; `done` gets it. */
export function chooseNew(largest, done) {
  const size = h('select', { id: 'new-size' });
  const fill = (name, chosen) => {
    const kind = games.byName(name);
    size.replaceChildren(...kind.SIZES[name].filter(n => n <= (largest[name] ?? n)).map(n =>
      h('option', { value: n, selected: n === chosen }, kind.sizeName(n))));
  };
  const game = h('select', { id: 'new-game', on: { change: () => fill(game.value, games.byName(game.value).USUAL[game.value]) } },
    ...Object.entries(games.NAMES).map(([name, text]) => h('option', { value: name, selected: name === last.game }, text)));
  const level = h('select', { id: 'new-level' }, ...['easy', 'medium', 'hard', 'expert'].map(name =>
    h('option', { value: name, selected: name === last.difficulty }, name[0].toUpperCase() + name.slice(1))));
  fill(last.game, last.size);
  openDialog('New puzzle', [h('label', { class: 'row' }, 'Game', game), h('label', { class: 'row' }, 'Size', size),
    h('label', { class: 'row' }, 'Difficulty', level)], 'Make it', () => {
    Object.assign(last, { game: game.value, size: Number(size.value), difficulty: level.value });
    makeAnother(done);
  });
}

/** Another puzzle of the kind that was asked for last. */
export async function makeAnother(done) {
  document.body.classList.add('making');
  try {
    done(plain(await api.ask('generate', last)));
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    toast(error.message);
  } finally {
    document.body.classList.remove('making');
  }
}
