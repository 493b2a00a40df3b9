/** Asking before something is done that cannot be undone. */

import { button, el } from './dom';

/** Whether somebody says yes; no is anything else, Escape too. */
export function ask(question: string, yes: string, more = ''): Promise<boolean> {
  return new Promise(resolve => {
    let said = false;
    const agree = () => {
      said = true;
      dialog.close();
    };
    const dialog = el('dialog', { class: 'asking', 'aria-label': question },
      el('h2', {}, question),
      more !== '' && el('p', {}, more),
      el('div', { class: 'row' }, button(yes, agree, { class: 'primary' }), button('No, go on', () => dialog.close())));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(said);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A text, or nothing if nobody wants to give one. */
export function askText(question: string, value: string): Promise<string | undefined> {
  return new Promise(resolve => {
    let said: string | undefined;
    const input = el('input', { type: 'text', value, 'aria-label': question });
    const dialog = el('dialog', { class: 'asking', 'aria-label': question },
      el('form', {
        onsubmit: (event: Event) => {
          event.preventDefault();
          said = input.value.trim();
          dialog.close();
        },
      }, el('h2', {}, question), input, el('div', { class: 'row' }, el('button', { type: 'submit', class: 'primary' }, 'Keep'), button('Cancel', () => dialog.close()))));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(said);
    });
    document.body.append(dialog);
    dialog.showModal();
    input.select();
  });
}
