// The page: which picture is shown, what is shown of it, and what can be done with it.

import { h, s, spots } from './svg.js';
import * as api from './api.js';
import * as board from './board.js';
import * as games from './games.js';
import { openDialog, toast, copy, save, sentence, released } from './parts.js';
import { marking } from './corners.js';
import { openGame } from './play.js';
import { chooseNew } from './new.js';

const $ = id => document.getElementById(id);
const items = [];
/** The picture on the page, and the one that was there last. */
let current = null, latest = null;
let server = { samples: false, largest: {} };
let reading = 0;
const waiting = [];
const AT_ONCE = 3;
const SHOWN_AT_ONCE = 60;
const SECTIONS = ['welcome', 'work', 'play'];

// --- pictures ----------------------------------------------------------------------------------------------------------

/** Take pictures: the first is shown, all are read. */
function take(files) {
  const all = [...files].filter(file => file.size > 0), pictures = all.slice(0, SHOWN_AT_ONCE);
  if (!pictures.length) {
    toast('There is no picture in that. Drop a picture file, or copy the picture itself.');
    return;
  }
  if (all.length > pictures.length) toast(`The first ${pictures.length} of ${all.length} pictures are shown; the command batch takes any number.`);
  const added = pictures.map(file => ({
    file, name: file.name || 'picture', url: URL.createObjectURL(file), state: 'reading', view: 'solution', past: [], step: 0, brush: null,
  }));
  items.push(...added);
  waiting.push(...added);
  show(added[0]);
  work();
}

function work() {
  while (reading < AT_ONCE && waiting.length) {
    const item = waiting.shift();
    reading += 1;
    read(item).finally(() => { reading -= 1; work(); });
  }
}

/** Read a picture, where its board is marked if it is. */
async function read(item, marked = null) {
  item.state = 'reading';
  item.marked = marked;
  refresh(item);
  try {
    const result = await api.askOf('read', item.file, { layout: true, difficulty: false, ...marked });
    item.result = result;
    item.layout = result.layout;
    item.state = result.error ? 'refused' : 'ready';
    if (!result.error) {
      item.puzzle = item.read = result.puzzle;
      item.clues = item.readClues = result.layout?.clues ?? null;
      item.placed = item.readPlaced = result.placed ?? [];
      item.warnings = result.warnings;
      item.past = [];
      item.bbox = result.board.bbox;
      item.problem = item.brush = null;
      item.fault = [];
      forget(item);
    }
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    if (marked) toast(error.message);
    item.state = 'refused';
    item.result = { ...item.result, error: { kind: 'refused', message: error.message } };
  }
  refresh(item);
  if (item === current) {
    if (item.state === 'ready') { explain(item); zoomToBoard(); }
    announce(item);
  }
}

const known = item => ({ puzzle: item.puzzle, clues: item.clues, placed: item.placed });
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const mended = item => item.state === 'ready' && !(same(item.puzzle, item.read) && same(item.placed, item.readPlaced));

function forget(item) {
  item.steps = item.difficulty = null;
  item.step = 0;
  item.turn = (item.turn ?? 0) + 1;
}

/** Ask for the reasons, once for each state of the board. */
async function explain(item) {
  if (item.steps || item.explaining === item.turn || item.state !== 'ready') return;
  const turn = item.explaining = item.turn;
  try {
    const said = await api.ask('explain', known(item));
    if (turn !== item.turn) return;
    item.steps = said.steps ?? [];
    item.difficulty = said.difficulty;
    item.late = said.timed_out ?? false;
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    if (turn === item.turn) item.steps = [];
  }
  await released();
  if (turn !== item.turn || item !== current || item.isMarking || item.state !== 'ready') return;
  if (item.view === 'hint' || item.result.solutions !== 'unique') {
    panel(item);
    draw(item);
  } else $('about').textContent = hardness(item); // nothing that somebody may be pressing is replaced
}

// --- mending -----------------------------------------------------------------------------------------------------------

/** Put another puzzle in the place of what was read, and solve that. */
async function mend(item, change, said) {
  item.past.push({ ...known(item), brush: item.brush });
  const answered = put(item, change), turn = item.turn;
  await answered;
  if (said && turn === item.turn) toast(said, 'Undo', () => undo(item)); // else a later change has its own words
}

async function put(item, change) {
  Object.assign(item, change);
  forget(item);
  const turn = item.turn, fault = games.of(item.puzzle).fault?.(item.puzzle);
  item.fault = fault?.cells ?? [];
  if (fault) unsolved(item, fault.text);
  await released();
  if (turn !== item.turn) return;
  if (fault) {
    refresh(item);
    return;
  }
  draw(item);
  try {
    const result = await api.ask('solve', { ...known(item), difficulty: false });
    if (turn !== item.turn) return;
    item.result = { ...result, image: item.name };
    item.warnings = [...(mended(item) ? [] : item.warnings ?? []), ...result.warnings];
    item.problem = null;
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    if (turn !== item.turn) return;
    unsolved(item, error.message);
  }
  await released();
  if (turn !== item.turn) return;
  panel(item);
  draw(item);
  explain(item);
}

/** Say why a mended board is no puzzle. */
function unsolved(item, problem) {
  item.result = { ...item.result, solution: null, solutions: null, clues_solution: null, wrong_entries: [], wrong_places: [] };
  item.problem = problem;
  item.steps = [];
}

function undo(item) {
  const last = item.past.pop();
  if (last) put(item, { ...last, brush: item.brush === null ? null : last.brush ?? item.brush });
}

function reset(item) {
  item.past.push({ ...known(item), brush: item.brush });
  put(item, { puzzle: item.read, clues: item.readClues, placed: item.readPlaced });
}

// --- what is shown -----------------------------------------------------------------------------------------------------

/** Show one of the sections. The browser's Back goes to the one before. */
function turnTo(section, isBack = false) {
  for (const id of SECTIONS) $(id).hidden = id !== section;
  if (!isBack && history.state !== section) history.pushState(section, '');
}

function show(item, isBack = false) {
  current = latest = item;
  item.isMarking = false;
  turnTo('work', isBack);
  const sheet = $('sheet');
  sheet.replaceChildren();
  item.image ??= h('img', { src: item.url, alt: `The picture ${item.name}`, on: {
    load: () => { if (item === current) { fit(); draw(item); zoomToBoard(); } },
    error: () => converted(item),
  } });
  item.overlay ??= s('svg', { class: 'overlay' });
  sheet.append(item.image, item.overlay);
  zoom = 1;
  fit();
  refresh(item);
  if (item.state === 'ready') { explain(item); zoomToBoard(); }
}

/** A picture of a kind that this browser does not show is shown as the program sees it. */
async function converted(item) {
  if (item.converted) return;
  item.converted = true;
  try {
    item.image.src = item.url = URL.createObjectURL(await api.drawnOf(item.file, { what: 'picture' }));
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    item.image.remove();
  }
}

function refresh(item) {
  strip();
  if (item !== current) return;
  $('show-board').hidden = !item.bbox;
  panel(item);
  draw(item);
}

function draw(item) {
  if (item !== current || item.isMarking) return;
  const layout = item.layout, view = item.overlay, focused = document.activeElement?.dataset?.key;
  view.replaceChildren();
  view.classList.toggle('busy', item.state === 'reading');
  if (item.state !== 'ready' || !layout || layout.kind === 'none') return;
  view.setAttribute('viewBox', `0 0 ${layout.width} ${layout.height}`);
  const place = board.placeOf(layout, item.url), result = item.result, game = games.of(item.puzzle);
  if (item.view === 'nothing') return;
  if (item.view === 'solution') {
    view.append(game.solutionLayer(place, item));
    const several = item.steps?.at(-1), fault = !result.solution && !result.clues_solution && item.steps?.[0];
    if (result.solutions === 'multiple' && several?.rule === 'several solutions') {
      for (const cell of several.cells) view.append(board.frame(place, cell, 'differ'));
    }
    if (fault && ['contradiction', 'wrong entry'].includes(fault.rule)) {
      for (const cell of fault.cells) view.append(board.frame(place, cell, 'wrong'));
    }
  } else if (item.view === 'hint' && item.steps?.length) {
    view.append(board.stepLayer(game, place, item.puzzle, item.steps, Math.min(item.step, item.steps.length - 1), layout));
  } else if (item.view === 'read') {
    view.append(game.readLayer(place, item));
  }
  for (const cell of item.fault ?? []) view.append(board.frame(place, cell, 'wrong'));
  if (!mended(item)) view.append(board.doubtLayer(place, layout));
  const places = game.mendSpots(place, item, (change, said) => mend(item, change, said), () => refresh(item));
  view.append(spots(places, 'What was read. Arrow keys move, Enter changes', focused));
  if (focused) view.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
}

function strip() {
  const list = $('strip');
  list.hidden = items.length < 2;
  list.replaceChildren(...items.map((item, index) => h('button', {
    type: 'button', class: `thumb ${item.state}`, 'aria-pressed': String(item === current),
    'aria-label': `Picture ${index + 1}, ${item.name}: ${verdict(item)[0]}`, title: item.name, on: { click: () => show(item) },
  }, h('img', { src: item.url, alt: '', loading: 'lazy' }), h('span', { class: `dot ${verdict(item)[1]}` }))));
}

const VERDICTS = { unique: ['One solution', 'good'], multiple: ['Several solutions', 'some'], none: ['No solution', 'bad'] };

function verdict(item) {
  if (item.state === 'reading') return ['Reading', 'wait'];
  if (item.state === 'refused') return ['Not read', 'bad'];
  if (item.problem) return ['No puzzle', 'bad'];
  if (isFull(item) && item.result.solutions === 'unique') return ['Solved', 'good'];
  if (item.result.clues_solution) return ['An entry is wrong', 'bad'];
  if (item.result.wrong_places?.length) return ['A domino is wrong', 'bad'];
  return VERDICTS[item.result.solutions] ?? ['No solution in time', 'some'];
}

const isFull = item => games.of(item.puzzle).isFull(item.puzzle, item.placed);

function announce(item) {
  const said = item.state === 'refused' ? item.result.error.message
    : `${games.named(item.puzzle)}. ${verdict(item)[0]}.`;
  $('toasts').append(h('p', { class: 'unseen' }, said));
  setTimeout(() => document.querySelector('.toasts .unseen')?.remove(), 4000);
}

// --- the panel ---------------------------------------------------------------------------------------------------------

const VIEWS = { solution: 'Solution', hint: 'Hint', read: 'As read', nothing: 'Picture' };
const button = (text, click, attributes = {}) => h('button', { type: 'button', on: { click }, ...attributes }, text);

function panel(item) {
  if (item !== current || item.isMarking) return;
  const { id: focused, value, type, selectionStart: from, selectionEnd: to } = document.activeElement ?? {};
  $('panel').replaceChildren(...(item.state === 'ready' ? answer(item) : item.state === 'reading' ? [waitingCard()] : refusal(item)));
  if (!focused || !$('panel').contains($(focused))) return;
  $(focused).focus();
  if (type === 'text' || type === 'textarea') typeOn($(focused), value, from, to);
}

/** Somebody is typing there: what is typed stays, and is a change when the field is left, of which browsers say nothing. */
function typeOn(field, value, from, to) {
  const drawn = field.value;
  field.value = value;
  field.setSelectionRange(from, to);
  let told = value === drawn;
  field.addEventListener('change', () => { told = true; });
  field.addEventListener('blur', () => told || field.dispatchEvent(new Event('change')));
}

const waitingCard = () => h('div', { class: 'card' }, h('h1', {}, 'Reading …'), h('div', { class: 'skeleton' }), h('div', { class: 'skeleton short' }));

function refusal(item) {
  const { error } = item.result, canMark = item.layout && error.kind !== 'unreadable_file';
  return [h('div', { class: 'card' },
    h('div', { class: 'head' }, h('h1', {}, 'Not read'), h('span', { class: 'badge bad' }, (error.kind ?? '').replace('_', ' '))),
    h('p', { class: 'notice bad' }, sentence(error.message)),
    canMark ? h('div', {},
      h('p', {}, `If there is a board in the picture, mark its corners and say how many cells it has. Boards of ${games.MARKED[0].name} are read there; others you fill in by hand.`),
      h('div', { class: 'buttons' }, button('Mark the corners', () => mark(item), { class: 'strong', id: 'mark' }))) : null)];
}

function answer(item) {
  const { result, puzzle } = item, [words, tone] = verdict(item), parts = [];
  parts.push(h('div', { class: 'head' },
    h('div', {}, h('h1', {}, games.named(puzzle)), h('p', { class: 'soft', id: 'about' }, hardness(item))),
    h('span', { class: `badge ${tone}`, id: 'verdict' }, words)));
  parts.push(h('fieldset', { class: 'segments' }, h('legend', { class: 'unseen' }, 'What is drawn over the picture'),
    ...Object.entries(VIEWS).map(([name, text]) => h('label', {},
      h('input', { type: 'radio', name: 'view', value: name, id: `view-${name}`, checked: item.view === name, on: { change: () => look(item, name) } }),
      h('span', {}, text)))));
  if (item.problem) parts.push(h('p', { class: 'notice bad', role: 'alert' }, sentence(item.problem)));
  for (const warning of item.warnings ?? []) parts.push(h('p', { class: 'notice some' }, sentence(warning)));
  if (item.view === 'hint' && !item.problem) parts.push(stepper(item));
  else if (result.solutions === 'none' && !result.clues_solution && item.steps?.length) parts.push(h('p', { class: 'notice bad' }, sentence(item.steps[0].sentence)));
  else if (result.solutions === 'multiple' && item.view === 'solution') {
    parts.push(h('p', { class: 'soft' }, games.of(puzzle).SEVERAL));
  }
  const cards = [h('div', { class: 'card' }, ...parts)];
  cards.push(mendCard(item), actions(item));
  return cards;
}

/** How hard the puzzle is, where that is known yet. */
function hardness({ difficulty, steps }) {
  if (!difficulty) return steps ? '' : '…';
  return `${difficulty.level} · ${difficulty.rule}${difficulty.times > 1 ? ` ×${difficulty.times}` : ''}`;
}

function look(item, view) {
  item.view = view;
  panel(item);
  draw(item);
  explain(item);
  document.querySelector('.stepper')?.scrollIntoView({ block: 'nearest' });
}

function stepper(item) {
  const { steps } = item;
  if (!steps) return h('div', { class: 'skeleton' });
  if (!steps.length) return h('p', { class: 'soft' }, 'Nothing is left to be done on this board.');
  item.step = Math.max(0, Math.min(item.step, steps.length - 1));
  const step = steps[item.step], last = steps.length - 1;
  const go = to => { item.step = Math.max(0, Math.min(last, to)); panel(item); draw(item); };
  const box = h('div', { class: 'stepper', on: { keydown: event => {
    if (event.target.type === 'range') return;
    if (event.key === 'ArrowLeft') go(item.step - 1); else if (event.key === 'ArrowRight') go(item.step + 1);
  } } },
    h('p', { class: 'count' }, `Step ${item.step + 1} of ${steps.length}`, h('span', { class: 'rule' }, step.rule)),
    h('p', { class: 'reason', 'aria-live': 'polite', id: 'reason' }, sentence(step.sentence)),
    step.chain?.length ? h('details', {}, h('summary', {}, `Because of ${step.chain.length} ${step.chain.length === 1 ? 'step' : 'steps'}`),
      h('ol', {}, ...step.chain.map(one => h('li', {}, sentence(one.sentence))))) : null,
    h('div', { class: 'walk' },
      button('⏮', () => go(0), { 'aria-label': 'First step', id: 'first', disabled: item.step === 0 }),
      button('◀', () => go(item.step - 1), { 'aria-label': 'Step before', id: 'before', disabled: item.step === 0 }),
      h('input', { type: 'range', min: 1, max: steps.length, value: item.step + 1, id: 'steps', 'aria-label': 'Step', on: { input: event => go(event.target.value - 1) } }),
      button('▶', () => go(item.step + 1), { 'aria-label': 'Next step', id: 'next', class: 'strong', disabled: item.step === last }),
      button('⏭', () => go(last), { 'aria-label': 'Last step', id: 'last', disabled: item.step === last })));
  if (item.difficulty) {
    box.append(h('details', { class: 'rules' }, h('summary', {}, `Rules it takes: ${Object.keys(item.difficulty.rules).length}`),
      h('ul', {}, ...Object.entries(item.difficulty.rules).map(([rule, times]) => h('li', {}, h('span', {}, rule), h('span', { class: 'soft' }, times === 1 ? 'once' : `${times} times`))))));
  }
  return box;
}

function mendCard(item) {
  const game = games.of(item.puzzle), isMended = mended(item);
  const { tools, parts } = game.mending(item, { isMended, mend: (change, said) => mend(item, change, said), look: view => look(item, view) });
  const buttons = [
    item.past.length ? button('Undo', () => undo(item), { id: 'undo' }) : null,
    isMended ? button('As it was read', () => reset(item), { id: 'reset' }) : null,
    ...tools,
    game.isMarkable ? button('Mark the corners', () => mark(item), { id: 'mark' }) : null].filter(Boolean);
  return h('div', { class: 'card' }, h('h2', {}, 'Misread?'),
    h('p', { class: 'soft' }, `${game.HOW_TO_MEND} With the keyboard: Tab to the board, arrow keys, Enter.`),
    buttons.length ? h('div', { class: 'buttons' }, ...buttons) : null, ...parts);
}

function actions(item) {
  const solved = Boolean(item.result.solution ?? item.result.clues_solution);
  return h('div', { class: 'card' }, h('h2', {}, 'Take it along'),
    h('div', { class: 'grid-buttons' },
      button('Play it here', () => play(item.puzzle, item), { class: 'strong', id: 'play-it', disabled: Boolean(item.problem) }),
      button('Download picture', () => download(item), { id: 'download', disabled: !solved }),
      button('Copy solution', () => copySolution(item), { id: 'copy-solution', disabled: !solved }),
      button('Copy puzzle as JSON', () => copy(JSON.stringify(item.puzzle), 'The puzzle is copied.'), { id: 'copy-puzzle' }),
      games.of(item.puzzle).isLearnable ? button('Remember this look', () => remember(item), { id: 'remember', disabled: Boolean(item.problem) }) : null,
      server.samples ? button('Save as labelled sample', () => keep(item), { id: 'sample', disabled: Boolean(item.problem) }) : null),
    h('p', { class: 'soft' }, timing(item)));
}

function timing(item) {
  const { decode, read: took, solve } = item.result.milliseconds;
  if (item.problem) return '';
  const solved = `solved in ${solve < 1 ? 'less than 1' : solve.toFixed(0)} ms`;
  return took ? `Decoded in ${decode.toFixed(0)} ms, read in ${took.toFixed(0)} ms, ${solved}. Confidence ${Math.round(item.result.confidence * 100)} %.`
    : `Mended by hand, ${solved}.`;
}

const asked = item => ({ ...known(item), ...item.marked });

async function tried(what) {
  try {
    await what();
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    toast(error.message);
  }
}

const download = item => tried(async () => {
  const hint = item.view === 'hint' && item.step === 0 && item.steps?.length;
  const name = item.name.replace(/\.[^.]*$/, '') + (hint ? '-hint.png' : '-solved.png');
  save(await api.drawnOf(item.file, { ...asked(item), what: hint ? 'hint' : 'solution' }), name);
});

const copySolution = item => tried(async () => copy((await api.ask('text', known(item))).solution, 'The solution is copied.'));

function remember(item) {
  const name = h('input', { type: 'text', id: 'look-name', maxlength: 60, required: true, value: '', autocomplete: 'off' });
  openDialog('Remember this look', [
    h('p', {}, 'Boards that look like this one are read by it from now on. Make sure that all of it is right.'),
    h('label', { class: 'row' }, 'Name', name)], 'Remember', () => tried(async () => {
    toast((await api.askOf('remember', item.file, { ...asked(item), look: name.value.trim() })).message);
  }));
}

const keep = item => tried(async () => toast((await api.askOf('sample', item.file, asked(item))).message));

// --- the picture: zoom, corners ----------------------------------------------------------------------------------------

let zoom = 1;

/** How high the part of the page is in which the picture is seen. */
const room = () => parseFloat(getComputedStyle($('scroll')).maxHeight) || window.innerHeight * 0.7;

function fit() {
  const scroll = $('scroll'), image = current?.image;
  if (!image?.naturalWidth) return;
  const whole = Math.min(scroll.clientWidth / image.naturalWidth, room() / image.naturalHeight);
  const base = Math.min(whole, 2 / window.devicePixelRatio + 1);
  const width = image.naturalWidth * base * zoom;
  $('sheet').style.width = `${width}px`;
  $('sheet').style.height = `${image.naturalHeight * base * zoom}px`;
  current.base = base;
  $('zoom-now').textContent = zoom === 1 ? 'Whole' : `${Math.round(zoom * 100)} %`;
}

function zoomTo(to, about = null) {
  const scroll = $('scroll'), before = zoom;
  const [x, y] = about ?? [scroll.scrollLeft + scroll.clientWidth / 2, scroll.scrollTop + scroll.clientHeight / 2];
  zoom = Math.max(1, Math.min(12, to));
  fit();
  scroll.scrollTo(x * zoom / before - scroll.clientWidth / 2, y * zoom / before - scroll.clientHeight / 2);
}

/** Zoom in on a board that is small in its picture. */
function zoomToBoard(always = false) {
  const item = current, box = item?.bbox;
  const scroll = $('scroll');
  if (!box || !item.image?.naturalWidth || !item.base) return;
  if (always) zoom = 1;
  fit();
  const [x0, y0, x1, y1] = box, margin = 1.12;
  const to = Math.min(scroll.clientWidth / ((x1 - x0) * margin * item.base), room() / ((y1 - y0) * margin * item.base));
  const small = (x1 - x0) * item.base < Math.min(340, 0.6 * scroll.clientWidth);
  if (zoom === 1 && (always || small)) zoomTo(Math.max(1, always ? to : Math.min(to, 4)), [(x0 + x1) / 2 * item.base, (y0 + y1) / 2 * item.base]);
}

function mark(item) {
  const seen = item.layout?.corners ? { corners: item.layout.corners, rows: item.puzzle.size } : item.layout?.seen?.[0];
  const size = [item.image.naturalWidth, item.image.naturalHeight];
  item.overlay.replaceChildren();
  item.overlay.setAttribute('viewBox', `0 0 ${size[0]} ${size[1]}`);
  item.isMarking = true;
  const ended = act => (...said) => { item.isMarking = false; act(...said); };
  marking(item.overlay, $('panel'), size, seen, ended((corners, rows, columns, kind) => kind.byHand
    ? fillIn(item, kind.byHand(corners, rows, columns, size)) : read(item, { corners, size: rows })), ended(() => refresh(item)));
}

/** Go on with a board that nothing was read of. */
function fillIn(item, { puzzle, layout, bbox, brush, asked }) {
  Object.assign(item, { puzzle, read: puzzle, layout, bbox, brush, marked: asked, state: 'ready', view: 'read', clues: null, readClues: null,
    placed: [], readPlaced: [], warnings: [], past: [], result: { milliseconds: { decode: 0, read: 0, solve: 0 }, confidence: 1, error: null } });
  refresh(item);
  zoomToBoard();
  put(item, {});
}

// --- playing -----------------------------------------------------------------------------------------------------------

function play(puzzle, item = null) {
  current = null;
  turnTo('play');
  openGame($('play'), puzzle, {
    clues: item?.clues ?? null, placed: item?.placed ?? [], another: made => play(made), largest: server.largest,
    back: item ? () => show(item) : null,
  });
  window.scrollTo(0, 0);
  $('play-title').focus({ preventScroll: true });
}

// --- pictures come in --------------------------------------------------------------------------------------------------

const doing = {
  choose: () => $('files').click(),
  camera: () => $('camera').click(),
  new: () => chooseNew(server.largest, puzzle => play(puzzle)),
  'zoom-in': () => zoomTo(zoom * 1.4),
  'zoom-out': () => zoomTo(zoom / 1.4),
  'zoom-fit': () => zoomTo(1),
  'zoom-board': () => zoomToBoard(true),
};

document.addEventListener('click', event => doing[event.target.closest('[data-do]')?.dataset.do]?.());
for (const id of ['files', 'camera']) {
  $(id).addEventListener('change', event => { take(event.target.files); event.target.value = ''; });
}
function home(isBack = false) {
  current = null;
  turnTo('welcome', isBack);
}

$('home').addEventListener('click', () => home());
history.replaceState('welcome', '');
window.addEventListener('popstate', event => {
  $('dialog').close();
  if (event.state === 'work' && latest) show(latest, true);
  else if (event.state === 'play' && $('play').childElementCount) { current = null; turnTo('play', true); } else home(true);
});

let over = 0;
document.addEventListener('dragenter', event => { event.preventDefault(); over += 1; $('drop').hidden = false; });
document.addEventListener('dragleave', () => { over -= 1; if (over <= 0) $('drop').hidden = true; });
document.addEventListener('dragover', event => event.preventDefault());
document.addEventListener('drop', event => {
  event.preventDefault();
  over = 0;
  $('drop').hidden = true;
  take(event.dataTransfer.files);
});
document.addEventListener('paste', event => {
  if (event.target.closest?.('input, textarea')) return;
  take(event.clipboardData.files);
});
window.addEventListener('resize', () => { if (current) fit(); });

const MINIS = [
  [{ game: 'tango', size: 4, cells: ['S..M', '....', '.M..', '...S'], h: ['...', '.x.', '...', '=..'], v: ['....', '...=', '....'] }, ['SSMM', 'MMSS', 'SMSM', 'MSMS'].map((row, r) => [...row].map((one, c) => (r + c) % 3 ? one : null))],
  [{ game: 'pips', dominoes: [[3, 3], [5, 1], [2, 6], [0, 4], [4, 4], [1, 2]], regions: [{ type: 'equals', indices: [[0, 0], [0, 1], [1, 0]] }, { type: 'sum', target: 7, indices: [[0, 2], [0, 3]] }, { type: 'less', target: 4, indices: [[1, 1], [1, 2]] }, { type: 'unequal', indices: [[2, 0], [2, 1]] }, { type: 'sum', target: 9, indices: [[1, 3], [2, 2], [2, 3]] }] }, [[[0, 0], [0, 1]], [[0, 2], [0, 3]], [[2, 2], [2, 3]]]],
  [{ game: 'takuzu', size: 4, cells: ['0.1.', '..0.', '.1..', '1..0'], h: ['...', '...', '...', '...'], v: ['....', '....', '....'] }, null],
  [{ game: 'queens', size: 5, regions: ['ABBBC', 'AAABC', 'DDAAA', 'DDAAE', 'DDAEE'], cells: ['.Q...', 'xxx..', '.....', 'Q....', 'x....'] }, null],
];
$('minis').append(...MINIS.map(([puzzle, solution]) => board.miniature(games.of(puzzle), puzzle, solution)));
tried(async () => { server = await api.about(); });
