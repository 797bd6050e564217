// Making elements, and the drawings that all boards share: symbols, signs between cells, dominoes, regions.

const SVG = 'http://www.w3.org/2000/svg';

/** An element of HTML: attributes, and children that are elements or text. `on` has listeners. */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** An element of SVG. */
export function s(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === 'on') for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else if (key === 'class') node.setAttribute('class', value);
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

export const NAMES = { S: 'sun', M: 'moon', 0: '0', 1: '1', '.': 'empty', '=': 'equals', x: 'cross', Q: 'crown' };

const SALTIRE = 'M-18 -18 L18 18 M18 -18 L-18 18';

/** A symbol around (x, y), `size` wide. `tints`: the colours of Takuzu's two symbols, where they have some. */
export function symbol(what, x, y, size, tints = null) {
  const group = s('g', { class: `symbol ${NAMES[what] === what ? `digit${what}` : NAMES[what]}`,
    transform: `translate(${x} ${y}) scale(${size / 100})` });
  if (what === 'S') {
    group.append(s('circle', { r: 36, class: 'body' }));
  } else if (what === 'M') {
    group.append(s('path', { class: 'body', d: 'M14 -38 A40 40 0 1 0 38 22 A34 34 0 0 1 14 -38 Z' }));
  } else if (what === 'Q') {
    group.append(s('path', { class: 'body', d: 'M-40 38 L-46 -20 L-22 6 L0 -36 L22 6 L46 -20 L40 38 Z' }));
  } else if (what === 'x') {
    group.append(s('path', { class: 'halo', d: SALTIRE }), s('path', { class: 'body', d: SALTIRE }));
  } else {
    const tint = tints?.[what];
    const box = s('rect', { x: -38, y: -38, width: 76, height: 76, rx: 18, class: 'body' });
    const digit = s('text', { y: 2, class: 'digit' }, what);
    if (tint) {
      box.setAttribute('fill', tint);
      digit.setAttribute('fill', isDark(tint) ? '#fff' : '#111');
    }
    group.append(box, digit);
  }
  return group;
}

/** Whether white is to be written on a colour `rgb(r, g, b)`. */
export function isDark(colour) {
  const [red, green, blue] = colour.match(/\d+/g).map(Number);
  return 0.3 * red + 0.59 * green + 0.11 * blue < 140;
}

/** A sign between two cells, around (x, y). */
export function marker(what, x, y, size) {
  const path = what === '=' ? 'M-22 -12 H22 M-22 12 H22' : SALTIRE;
  return s('g', { class: 'marker', transform: `translate(${x} ${y}) scale(${size / 100})` },
    s('circle', { r: 44, class: 'disc' }), s('path', { d: path, class: 'line' }));
}

const DOTS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]];

/** A domino whose halves have their middles at `a` and `b`, one cell (`step`) apart. */
export function domino(values, a, b, step, extra = '') {
  const inset = 0.07 * step;
  const x = Math.min(a[0], b[0]) - step / 2 + inset, y = Math.min(a[1], b[1]) - step / 2 + inset;
  const width = Math.abs(a[0] - b[0]) + step - 2 * inset, height = Math.abs(a[1] - b[1]) + step - 2 * inset;
  const group = s('g', { class: `domino ${extra}` },
    s('rect', { x, y, width, height, rx: 0.16 * step, class: 'tile', 'stroke-width': 0.035 * step }));
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], across = Math.abs(a[0] - b[0]) > Math.abs(a[1] - b[1]);
  const d = 0.3 * step;
  group.append(s('path', { class: 'middle', 'stroke-width': 0.025 * step,
    d: across ? `M${mx} ${my - d} V${my + d}` : `M${mx - d} ${my} H${mx + d}` }));
  for (const [value, [cx, cy]] of [[values[0], a], [values[1], b]]) {
    for (const [dx, dy] of DOTS[value] ?? []) {
      const [px, py] = across ? [dy, -dx] : [dx, dy];
      group.append(s('circle', { cx: cx + 0.2 * step * px, cy: cy + 0.2 * step * py, r: 0.075 * step, class: 'pip' }));
    }
  }
  return group;
}

export const TAGS = { sum: '', less: '<', greater: '>', equals: '=', unequal: '≠', empty: '' };

/** What the board shows of a region. */
export const tagOf = region => TAGS[region.type] + (region.target ?? '');

/** A region from what its tag says; null where that is no tag. */
export function regionOf(text, indices) {
  const said = text.trim().replace('!=', '≠');
  if (said === '') return { indices, type: 'empty' };
  if (said === '=') return { indices, type: 'equals' };
  if (said === '≠') return { indices, type: 'unequal' };
  const found = /^([<>]?)\s*(\d{1,3})$/.exec(said);
  if (!found) return null;
  return { indices, type: { '': 'sum', '<': 'less', '>': 'greater' }[found[1]], target: Number(found[2]) };
}

/** A tag in its diamond around (x, y). */
export function tag(text, x, y, size, colour = null) {
  const group = s('g', { class: 'tag', transform: `translate(${x} ${y}) scale(${size / 100})` });
  const diamond = s('rect', { x: -34, y: -34, width: 68, height: 68, rx: 10, transform: 'rotate(45)', class: 'diamond' });
  if (colour) diamond.setAttribute('fill', colour);
  group.append(diamond, s('text', { y: 2, class: 'label', 'font-size': text.length > 2 ? 30 : 38 }, text));
  return group;
}

/** The outline of some cells, as a path; `corner(r, c)` is the upper left corner of a cell. */
export function outline(cells, corner) {
  const there = new Set(cells.map(String)), parts = [];
  const line = (a, b) => parts.push(`M${corner(...a).join(' ')} L${corner(...b).join(' ')}`);
  for (const [r, c] of cells) {
    if (!there.has(String([r - 1, c]))) line([r, c], [r, c + 1]);
    if (!there.has(String([r + 1, c]))) line([r + 1, c], [r + 1, c + 1]);
    if (!there.has(String([r, c - 1]))) line([r, c], [r + 1, c]);
    if (!there.has(String([r, c + 1]))) line([r, c + 1], [r + 1, c + 1]);
  }
  return parts.join(' ');
}

/**
 * Places in a drawing that can be pressed: by pointer, or with arrow keys and Enter; one of them is in the tab order.
 * Each spot: `key`, `at` [x, y], `shape` (an SVG element without behaviour), `label`, `press(event)`; `back` on
 * Backspace and right click, `keys` for other keys.
 */
export function spots(all, name, focused = null) {
  const group = s('g', { class: 'spots', role: 'group', 'aria-label': name });
  const nodes = new Map();
  const focus = spot => {
    for (const [one, node] of nodes) node.setAttribute('tabindex', one === spot ? 0 : -1);
    nodes.get(spot).focus({ preventScroll: false });
  };
  for (const spot of all) {
    const node = spot.shape;
    node.classList.add('spot');
    for (const [key, value] of Object.entries({ role: 'button', 'aria-label': spot.label, 'data-key': spot.key })) {
      node.setAttribute(key, value);
    }
    node.setAttribute('tabindex', -1);
    node.addEventListener('click', event => { event.preventDefault(); spot.press(event); });
    node.addEventListener('contextmenu', event => { if (spot.back) { event.preventDefault(); spot.back(event); } });
    node.addEventListener('keydown', event => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (way) {
        const next = nearest(all, spot, way);
        if (next) focus(next);
      } else if (event.key === 'Enter' || event.key === ' ') spot.press(event);
      else if ((event.key === 'Backspace' || event.key === 'Delete') && spot.back) spot.back(event);
      else if (!spot.keys?.(event.key)) return;
      event.preventDefault();
    });
    nodes.set(spot, node);
    group.append(node);
  }
  const first = all.find(spot => spot.key === focused) ?? all[0];
  if (first) nodes.get(first).setAttribute('tabindex', 0);
  return group;
}

function nearest(all, from, [dx, dy]) {
  let best = null, least = Infinity;
  for (const spot of all) {
    const x = spot.at[0] - from.at[0], y = spot.at[1] - from.at[1];
    const along = x * dx + y * dy, off = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 1e-6 && off <= along * 1.01 && along + 2 * off < least) [best, least] = [spot, along + 2 * off];
  }
  return best;
}
