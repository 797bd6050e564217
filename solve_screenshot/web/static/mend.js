// Dialogs that change what was read of a Pips board: a domino, a cell's region and its tag.

import { h, regionOf, tagOf } from './svg.js';
import { openDialog } from './parts.js';

const pips = (value, id, label) => h('label', { class: 'row' }, label, h('select', { id },
  ...[0, 1, 2, 3, 4, 5, 6].map(number => h('option', { value: number, selected: number === value }, number))));

/** Change a domino's numbers; `onBoard`: or take it off the board, for which `done` is called with null. */
export function editDomino(values, onBoard, done) {
  const first = pips(values[0], 'pips-first', 'First half'), second = pips(values[1], 'pips-second', 'Second half');
  const chosen = label => Number(label.querySelector('select').value);
  openDialog('This domino', [first, second], 'Change', () => done([chosen(first), chosen(second)]),
    onBoard ? [['Take it off the board', () => done(null)]] : []);
}

/** Change which region a cell belongs to, and what the tag of that says; `tagAlone`: only the latter. */
export function editCell(puzzle, [r, c], done, tagAlone = false) {
  const at = puzzle.regions.findIndex(region => region.indices.some(([a, b]) => a === r && b === c));
  const near = puzzle.regions.map((region, index) => index).filter(index => index === at
    || puzzle.regions[index].indices.some(([a, b]) => Math.abs(a - r) + Math.abs(b - c) === 1));
  const named = index => `${tagOf(puzzle.regions[index]) || 'without a tag'} (${puzzle.regions[index].indices.length} cells)`;
  const region = h('select', { id: 'region' },
    ...near.map(index => h('option', { value: index, selected: index === at }, index === at ? `this one: ${named(index)}` : named(index))),
    h('option', { value: 'new' }, 'one of its own'), h('option', { value: 'none' }, 'none: it is no cell'));
  const text = h('input', { type: 'text', id: 'tag', value: tagOf(puzzle.regions[at]), maxlength: 4, autocomplete: 'off' });
  region.addEventListener('change', () => {
    text.value = puzzle.regions[region.value] ? tagOf(puzzle.regions[region.value]) : '';
    text.disabled = region.value === 'none';
  });
  const wrong = h('p', { class: 'notice bad', hidden: true, role: 'alert' }, 'A tag is a number, <7, >7, = or ≠ (also typed as !=), or empty.');
  openDialog(tagAlone ? 'This tag' : `Row ${r + 1}, column ${c + 1}`, [
    tagAlone ? null : h('label', { class: 'row' }, 'Region', region),
    h('label', { class: 'row' }, 'Tag of the region', text), wrong].filter(Boolean), 'Change', () => {
    const said = regionOf(text.value, []);
    if (!said && region.value !== 'none') {
      wrong.hidden = false;
      return false;
    }
    done(changed(puzzle, [r, c], tagAlone ? String(at) : region.value, said));
    return true;
  });
}

/** The puzzle with a cell in another region, and that with another tag. */
function changed(puzzle, [r, c], to, said) {
  const regions = puzzle.regions.map((region, index) => {
    const others = region.indices.filter(([a, b]) => a !== r || b !== c);
    if (String(index) === to) return { ...said, indices: [...others, [r, c]] };
    return { ...region, indices: others };
  });
  if (to === 'new') regions.push({ ...said, indices: [[r, c]] });
  return { ...puzzle, regions: regions.filter(region => region.indices.length) };
}
