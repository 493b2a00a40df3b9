/** The help layer: which keys do what, everywhere. */

import { el } from './dom';

const KEYS: readonly [string, readonly [string, string][]][] = [
  ['Everywhere', [['?', 'this page'], ['← →', 'a move back, a move on'], ['Home End', 'to the start, to the end'], ['f', 'turn the board']]],
  ['Play', [['Backspace', 'take back'], ['h', 'a hint: which man, then where'], ['d', 'open the doors of the move'], ['t', 'type a move']]],
  ['Analyse', [['a', 'start or stop the machine'], ['d', 'open the doors of the move'], ['t', 'type a move']]],
  ['The board', [['Tab', 'to the board'], ['arrows', 'from square to square'], ['Enter', 'take a man up, put it down'], ['Escape', 'put it back']]],
  ['The doors', [['→ ←', 'along the best moves, and back'], ['↑ ↓', 'to other moves'], ['+ −', 'nearer, farther']]],
];

export function prepare(): void {
  document.addEventListener('keydown', event => {
    if (event.key !== '?' || /INPUT|SELECT|TEXTAREA/.test((event.target as HTMLElement).tagName)) return;
    event.preventDefault();
    showKeys();
  });
}

export function showKeys(): void {
  if (document.querySelector('dialog.keys')) return;
  const dialog = el('dialog', { class: 'keys', 'aria-label': 'Keys' },
    el('h2', {}, 'Keys'),
    ...KEYS.map(([room, keys]) => el('section', {}, el('h3', {}, room),
      el('dl', {}, ...keys.flatMap(([key, what]) => [el('dt', {}, ...key.split(' ').flatMap(k => [el('kbd', {}, k), ' '])), el('dd', {}, what)])))),
    el('button', { type: 'button', class: 'primary', onclick: () => dialog.close() }, 'Close'));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
