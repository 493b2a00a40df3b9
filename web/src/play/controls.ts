/** The buttons beside a game. */

import { step } from '../game/movelist';
import { button, el } from '../ui/dom';

type Way = Parameters<typeof step>[3];
type Act = () => void;

export interface Acts extends Record<'flip' | 'takeBack' | 'redo' | 'hint' | 'offerDraw' | 'resign' | 'newGame' | 'savePgn' | 'analyse' | 'doors', Act> {
  walk: (way: Way) => void;
}

export function controls(acts: Acts, switches: readonly (HTMLElement | false)[]): HTMLElement {
  return el('section', { class: 'panel controls' },
    walkButtons(acts.walk, button('Flip', acts.flip, { title: 'Turn the board (f)' })),
    el('div', { class: 'row' },
      button('Take back', acts.takeBack, { title: 'Take the last move back (Backspace)' }),
      button('Redo', acts.redo),
      button('Hint', acts.hint, { title: 'Which man, and then where: ask the modern engine (h)' })),
    el('div', { class: 'row' },
      button('Offer a draw', acts.offerDraw),
      button('Resign', acts.resign),
      button('New game', acts.newGame)),
    el('div', { class: 'row' },
      button('Save PGN', acts.savePgn),
      button('Analyse', acts.analyse),
      button('Open its doors', acts.doors, { title: 'See how the machine chose the move that is shown, or the one before it (d)' })),
    el('div', { class: 'row' }, ...switches));
}

/** Going through a game. */
export function walkButtons(walk: (way: Way) => void, ...more: HTMLElement[]): HTMLElement {
  const one = (sign: string, way: Way, label: string, key: string) =>
    button(sign, () => walk(way), { 'aria-label': label, title: `${label} (${key})` });
  return el('div', { class: 'row walk' },
    one('|◀', 'start', 'To the start', 'Home'), one('◀', 'back', 'Back', '←'), one('▶', 'forward', 'Forward', '→'), one('▶|', 'end', 'To the end', 'End'), ...more);
}
