/** A small menu where somebody points. */

import { button, el } from '../ui/dom';

export function menu(event: MouseEvent, items: readonly (readonly [string, () => void])[], done: () => void): void {
  const dialog = el('dialog', { class: 'menu' });
  for (const [text, act] of items) {
    dialog.append(button(text, () => {
      dialog.close();
      act();
      done();
    }));
  }
  dialog.addEventListener('click', click => {
    if (click.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.style.left = `${Math.min(event.clientX, innerWidth - dialog.offsetWidth - 8)}px`;
  dialog.style.top = `${Math.min(event.clientY, innerHeight - dialog.offsetHeight - 8)}px`;
}
