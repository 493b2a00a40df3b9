/** Telling people things: aloud to those who listen, and in a note to those who look. */

import { el } from './dom';

const spoken = el('div', { class: 'unseen', role: 'status', 'aria-live': 'polite', id: 'spoken' });
const notes = el('div', { class: 'notes', 'aria-live': 'assertive', role: 'alert' });

export function prepare(): void {
  document.body.append(spoken, notes);
}

/** Says something to those who listen. */
export function say(text: string): void {
  // The same text again is only read out when it was gone in between.
  spoken.textContent = '';
  setTimeout(() => (spoken.textContent = text), 30);
}

/** Shows a note for a while. */
export function note(text: string, kind: 'error' | 'info' = 'info'): void {
  const item = el('div', { class: `note ${kind}` }, text, el('button', { type: 'button', 'aria-label': 'Close', onclick: () => item.remove() }, '×'));
  notes.append(item);
  while (notes.children.length > 3) notes.firstElementChild?.remove();
  setTimeout(() => item.remove(), kind === 'error' ? 9000 : 5000);
}

export function complain(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  note(error instanceof Error ? error.message : String(error), 'error');
}
