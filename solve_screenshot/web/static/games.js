// The games: a module for each, all of one form. This is the only list of them; a module may have several names.
//
// NAMES, SIZES, USUAL   its names, and for each those of new boards on the page, and the usual one
// sizeName(n), size(puzzle), cellsOf(puzzle), isFull(puzzle, placed)
// isMarkable, isLearnable   whether its boards can be read again at corners that are marked, and their looks be learnt
// solutionLayer(place, item), SEVERAL, readLayer(place, item), conclusions(place, puzzle, step),
// above(place, puzzle, step, layout)     what is drawn over a picture
// mendSpots(place, item, mend, refresh), HOW_TO_MEND, mending(item, { mend, isMended, look })     how what was read is
//     changed: by places that can be pressed, a sentence about these, and further buttons and parts of the panel
// byHand(corners, rows, columns, size)     if it has that: a board that was marked in a picture, to be filled by hand;
//     without it, the server reads square boards where they were marked
// fault(puzzle)     if it has that: what keeps a mended board from being a puzzle
// ground(place, puzzle, clues), signs(place, puzzle), lying(place, puzzle, solution), Played     a board of our own

import * as binary from './binary.js';
import * as pips from './pips.js';
import * as queens from './queens.js';

const GAMES = [binary, pips, queens];

export const NAMES = Object.assign({}, ...GAMES.map(game => game.NAMES));

/** The module of a game by its name. */
export const byName = name => GAMES.find(game => name in game.NAMES);

/** The module of a puzzle's game. */
export const of = puzzle => byName(puzzle.game);

/** The kinds of boards that can be marked: square ones, which are read there, and those that are filled `byHand`. */
export const MARKED = [
  { name: GAMES.filter(game => !game.byHand).flatMap(game => Object.values(game.NAMES)).join(', ') },
  ...GAMES.filter(game => game.byHand).map(game => ({ name: Object.values(game.NAMES).join(', '), byHand: game.byHand }))];

/** What a board is called: its game and size. */
export const named = puzzle => `${NAMES[puzzle.game]} ${of(puzzle).size(puzzle)}`;
