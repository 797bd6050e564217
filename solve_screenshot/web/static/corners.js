// Marking a board by hand: four corners that are dragged, or moved with arrow keys, and how many cells it has.

import { h, s } from './svg.js';
import { MARKED } from './games.js';

const LEAST = 4, MOST = 20;
/** Half the width of a handle, in pixels of the screen: for a finger, and for a mouse. */
const FINGER = 24, POINTER = 13;
const NAMES = ['Top left', 'Top right', 'Bottom right', 'Bottom left'];

/**
 * Let somebody mark a board in a picture. `seen`: what looked like one, where something did. `done(corners, rows, columns, kind)`,
 * the latter of `games.MARKED`, or `cancel()` is called at the end.
 */
export function marking(view, panel, [width, height], seen, done, cancel) {
  const inset = 0.2 * Math.min(width, height), cx = width / 2, cy = height / 2, half = Math.min(width, height) / 2 - inset;
  const corners = seen?.corners.map(([x, y]) => [clamp(x, width), clamp(y, height)])
    ?? [[cx - half, cy - half], [cx + half, cy - half], [cx + half, cy + half], [cx - half, cy + half]];
  let kind = MARKED[0], rows = Math.max(LEAST, Math.min(MOST, seen?.rows ?? 6)), columns = rows;
  const reach = matchMedia('(pointer: coarse)').matches ? FINGER : POINTER;
  const inside = s('g', { class: 'marking' });
  const handles = corners.map((_, i) => s('circle', { class: 'handle', tabindex: 0, role: 'slider', 'data-corner': i,
    'aria-label': `${NAMES[i]} corner`, 'aria-valuetext': '', 'aria-valuenow': 0 }));
  view.append(inside, ...handles);

  const draw = () => {
    const at = (u, v) => mapped(corners, u, v), lines = [];
    for (let i = 0; i <= columns; i++) lines.push(`M${at(i / columns, 0)} L${at(i / columns, 1)}`);
    for (let i = 0; i <= rows; i++) lines.push(`M${at(0, i / rows)} L${at(1, i / rows)}`);
    inside.replaceChildren(s('path', { d: lines.join(' '), class: 'halo' }), s('path', { d: lines.join(' '), class: 'net' }));
    handles.forEach((handle, i) => {
      handle.setAttribute('r', reach * width / (view.clientWidth || width));
      handle.setAttribute('cx', corners[i][0]);
      handle.setAttribute('cy', corners[i][1]);
      handle.setAttribute('aria-valuetext', `${Math.round(corners[i][0])}, ${Math.round(corners[i][1])}`);
      handle.setAttribute('aria-valuenow', Math.round(corners[i][0]));
    });
  };

  handles.forEach((handle, i) => {
    handle.addEventListener('pointerdown', event => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      handle.focus();
      const from = [event.clientX, event.clientY], was = corners[i];
      const move = moved => { // by as much as the pointer moves: a finger beside the corner does not hide it
        const scale = width / view.clientWidth;
        corners[i] = [clamp(was[0] + (moved.clientX - from[0]) * scale, width), clamp(was[1] + (moved.clientY - from[1]) * scale, height)];
        draw();
      };
      handle.addEventListener('pointermove', move);
      handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), { once: true });
    });
    handle.addEventListener('keydown', event => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!way) return;
      event.preventDefault();
      const far = event.shiftKey ? 10 : 1;
      corners[i] = [clamp(corners[i][0] + way[0] * far, width), clamp(corners[i][1] + way[1] * far, height)];
      draw();
    });
  });

  const numbers = (from, chosen, name) => Array.from({ length: MOST - from + 1 }, (_, i) => from + i).map(n =>
    h('option', { value: n, selected: n === chosen }, name(n)));
  const chooser = (id, text, from, chosen, change, name = n => n) => h('label', { class: 'row' }, text,
    h('select', { id, on: { change: event => { change(Number(event.target.value)); draw(); } } }, ...numbers(from, chosen, name)));
  const counts = h('div', {});
  const count = () => {
    if (!kind.byHand) columns = rows = Math.max(LEAST, rows);
    counts.replaceChildren(...kind.byHand
      ? [chooser('rows', 'Rows', 1, rows, n => { rows = n; }), chooser('columns', 'Columns', 1, columns, n => { columns = n; })]
      : [chooser('cells', 'Cells', LEAST, rows, n => { rows = columns = n; }, n => `${n} × ${n}`)]);
    draw();
  };
  const which = h('label', { class: 'row' }, 'Game', h('select', { id: 'marked', on: { change: event => { kind = MARKED[event.target.value]; count(); } } },
    ...MARKED.map((one, i) => h('option', { value: i }, one.name))));
  panel.replaceChildren(h('div', { class: 'card' }, h('h1', {}, 'Mark the board'),
    h('p', {}, 'Drag the four rings to the corners of the board, or move them with the arrow keys (ten times as far with Shift). The net should lie on its lines. Zoom in for more precision.'),
    which, counts,
    h('div', { class: 'buttons' },
      h('button', { type: 'button', class: 'strong', id: 'read-there', on: { click: () => done(corners.map(([x, y]) => [x, y]), rows, columns, kind) } }, 'Read it there'),
      h('button', { type: 'button', on: { click: cancel } }, 'Cancel'))));
  new ResizeObserver((_, observer) => { if (inside.isConnected) draw(); else observer.disconnect(); }).observe(view);
  count();
  handles[0].focus({ preventScroll: true });
}

const clamp = (value, most) => Math.max(0, Math.min(most, value));

/** The point (u, v) of a unit square that is seen with these corners. */
function mapped([[x0, y0], [x1, y1], [x2, y2], [x3, y3]], u, v) {
  const dx1 = x1 - x2, dx2 = x3 - x2, dx3 = x0 - x1 + x2 - x3, dy1 = y1 - y2, dy2 = y3 - y2, dy3 = y0 - y1 + y2 - y3;
  const det = dx1 * dy2 - dx2 * dy1 || 1e-9;
  const g = (dx3 * dy2 - dx2 * dy3) / det, k = (dx1 * dy3 - dx3 * dy1) / det;
  const w = g * u + k * v + 1;
  return `${((x1 - x0 + g * x1) * u + (x3 - x0 + k * x3) * v + x0) / w} ${((y1 - y0 + g * y1) * u + (y3 - y0 + k * y3) * v + y0) / w}`;
}
