/** What a machine says while it thinks. */

import type { Analysis } from '../api/types';
import { count, scoreText, seconds } from '../game/score';
import { el, fill } from '../ui/dom';

export function showThought(into: HTMLElement, analysis: Analysis): void {
  const [pv] = analysis.pvs;
  const progress = analysis.current;
  fill(
    into,
    el('div', { class: 'figures' },
      // Some machines tell only their move.
      pv && (pv.cp !== undefined || pv.mate !== undefined) && el('b', {}, scoreText(pv)),
      analysis.depth > 0 && el('span', {}, `depth ${analysis.depth}`),
      analysis.nodes > 0 && el('span', {}, `${count(analysis.nodes)} positions`),
      el('span', {}, seconds(analysis.ms))),
    pv && el('div', { class: 'line' }, pv.san.slice(0, 10).join(' ')),
    progress && el('progress', { value: progress.number, max: progress.of, 'aria-label': `move ${progress.number} of ${progress.of}` }),
  );
}
