/** Asking what a pawn becomes, on the square where it does. */

import type { Legal, Side, Variant } from '../api/types';
import { GAMES } from '../rules/games';
import { el } from '../ui/dom';
import { nameOfRole } from './names';
import { dataUrl } from './pieces';

/** Shows the choices in a column from the square on; nothing is chosen by Escape or a click elsewhere. */
export function choosePromotion(
  board: HTMLElement,
  choices: readonly Legal[],
  side: Side,
  variant: Variant,
): Promise<Legal | undefined> {
  return new Promise(resolve => {
    const dialog = el('dialog', { class: 'promotion', 'aria-label': 'The pawn becomes' });
    const order = 'qrbnm';
    const sorted = [...choices].sort((a, b) => order.indexOf(a.promotion ?? '') - order.indexOf(b.promotion ?? ''));
    let chosen: Legal | undefined;
    for (const choice of sorted) {
      const role = choice.promotion ?? 'q';
      const name = nameOfRole(role, variant);
      const picture = el('img', { src: dataUrl(GAMES[variant].men, role, side), alt: '' });
      const pick = () => {
        chosen = choice;
        dialog.close();
      };
      dialog.append(el('button', { type: 'button', 'aria-label': name, title: name, onclick: pick }, picture));
    }
    dialog.addEventListener('click', event => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(chosen);
    });
    board.append(dialog);
    dialog.showModal();
    place(dialog, board, choices[0]?.to ?? '');
  });
}

/** Down from the square where there is room below it, else up. */
function place(dialog: HTMLElement, board: HTMLElement, square: string): void {
  const cell = board.querySelector(`[data-square="${square}"]`)?.getBoundingClientRect();
  if (!cell) return;
  const frame = board.getBoundingClientRect();
  dialog.style.setProperty('--cell', `${cell.width}px`);
  const height = dialog.offsetHeight;
  dialog.style.left = `${cell.left}px`;
  dialog.style.top = `${cell.top < frame.top + frame.height / 2 ? cell.top : cell.bottom - height}px`;
}
