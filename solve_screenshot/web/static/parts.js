// Small parts of the page: a dialog, a line that comes and goes, copying and saving.

import { h } from './svg.js';

const SECONDS = 6;

/** A sentence of the program as one for the page: places in words, a capital first, a full stop last. */
export function sentence(text) {
  const said = text.replace(/\br(\d+) c(\d+)\b/g, 'row $1 column $2');
  return said.charAt(0).toUpperCase() + said.slice(1) + (/[.!?…]$/.test(said) ? '' : '.');
}

/** Say something at the edge of the page for a while, with something to do about it where there is. */
export function toast(text, action = null, act = null) {
  const box = document.getElementById('toasts');
  const line = h('div', { class: 'toast' }, h('span', {}, text),
    action ? h('button', { type: 'button', on: { click: () => { line.remove(); act(); } } }, action) : null);
  for (const old of [...box.querySelectorAll('.toast')].slice(0, -2)) old.remove();
  if (action) for (const old of box.querySelectorAll('.toast:has(button)')) old.remove();
  box.append(line);
  setTimeout(() => line.remove(), SECONDS * 1000);
}

/** Ask something: `parts` are shown, `done` is called where it is confirmed and all is filled in rightly. */
export function openDialog(title, parts, confirm, done, others = []) {
  const dialog = document.getElementById('dialog');
  const form = h('form', { method: 'dialog', on: { submit: event => {
    event.preventDefault();
    if (done() === false) return;
    dialog.close();
  } } },
    h('h2', { id: 'dialog-title' }, title), ...parts,
    h('div', { class: 'buttons end' },
      ...others.map(([text, act]) => h('button', { type: 'button', on: { click: () => { dialog.close(); act(); } } }, text)),
      h('button', { type: 'button', on: { click: () => dialog.close() } }, 'Cancel'),
      h('button', { class: 'strong', id: 'dialog-done' }, confirm)));
  dialog.replaceChildren(form);
  dialog.showModal();
  form.querySelector('input, select, textarea')?.focus();
}

/** Put text on the clipboard; also where the page is not served from this machine, and browsers are strict. */
export async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h('textarea', { class: 'unseen', 'aria-hidden': 'true' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  toast(said);
}

/** Save a file. */
export function save(blob, name) {
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

let isDown = false;
document.addEventListener('pointerdown', () => { isDown = true; }, true);
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => { isDown = false; }, true);

/** When no button of the mouse is down: nothing is replaced under a press, else that would be lost. */
export const released = async () => {
  while (isDown) await new Promise(done => { setTimeout(done, 20); });
};
