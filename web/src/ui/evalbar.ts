/** Who stands better, as a bar beside the board. */

import type { Pv, Side } from '../api/types';
import { scoreWords, share, shortScore } from '../game/score';
import { el } from './dom';

export class EvalBar {
  private readonly white = el('div', { class: 'white' });
  private readonly text = el('span', {});
  readonly element = el('div', { class: 'evalbar', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 100 }, this.white, this.text);

  show(pv: Pv | undefined, orientation: Side): void {
    const part = share(pv);
    this.element.classList.toggle('turned', orientation === 'black');
    this.white.style.height = `${(part * 100).toFixed(1)}%`;
    this.text.textContent = shortScore(pv);
    this.text.className = part >= 0.5 ? 'for-white' : 'for-black';
    this.element.setAttribute('aria-valuenow', (part * 100).toFixed(0));
    this.element.setAttribute('aria-valuetext', scoreWords(pv));
    this.element.title = scoreWords(pv);
  }
}
