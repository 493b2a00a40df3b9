/** A recording that stands alone: what an exported page runs. */

import './styles/main.css';

import type { Recorded } from './api/types';
import { dressMen } from './board/pieces';
import { Pane } from './doors/pane';
import { el } from './ui/dom';
import * as say from './ui/say';
import * as theme from './ui/theme';

const data = JSON.parse(document.getElementById('recording')!.textContent!) as {
  recorded: Recorded;
  title: string;
  trace: string;
  answers: Record<string, object | null>;
};

theme.prepare();
dressMen();
say.prepare();

// There is no server to ask; what it would have said of the most important nodes is in the page.
window.fetch = (input: RequestInfo | URL) => {
  const node = /\/node\/(\d+)$/.exec(String(input))?.[1];
  const answer = node === undefined ? null : (data.answers[node] ?? null);
  return Promise.resolve(new Response(JSON.stringify(answer ?? { error: 'This page stands alone; open the doors in Kempelen to ask.' }), { status: answer ? 200 : 404 }));
};

const bytes = Uint8Array.from(atob(data.trace), c => c.charCodeAt(0));
const pane = new Pane(data.recorded, bytes.buffer, data.title);
document.body.append(
  el('header', { class: 'top' }, el('span', { class: 'brand' }, 'Kempelen'), el('span', { class: 'grow' }, 'a search, recorded'), theme.themeButton()),
  el('main', {}, el('div', { class: 'panes' }, pane.element)),
);
document.addEventListener('keydown', event => {
  if (!/INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY/.test((event.target as HTMLElement).tagName) && pane.key(event)) event.preventDefault();
});
