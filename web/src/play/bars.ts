/** Who sits on which side: name, level, what was captured, and the clock. */

import type { Side } from '../api/types';
import { nameOfRole } from '../board/names';
import { dataUrl } from '../board/pieces';
import { material } from '../game/material';
import type { Node } from '../game/tree';
import { isMakruk } from '../rules/position';
import { other } from '../rules/squares';
import { el, fill } from '../ui/dom';
import { clockText } from './clock';
import type { Game } from './game';

export class Bars {
  readonly top = el('div', { class: 'player' });
  readonly bottom = el('div', { class: 'player' });
  private readonly clocks: Record<Side, HTMLElement> = { white: el('time', { class: 'clock' }), black: el('time', { class: 'clock' }) };

  show(game: Game, at: Node, below: Side): void {
    const { lost, balance } = material(game.tree.root.position, at.position);
    const bar = (side: Side) => {
      const mine = side === game.human;
      const turn = game.turn === side && !game.end;
      const ahead = side === 'white' ? balance : -balance;
      return [
        el('span', { class: `disc ${side}`, title: side === 'white' ? 'White' : 'Black' }),
        el('span', { class: turn ? 'name turn' : 'name' }, mine ? 'You' : game.engine.name, turn && el('span', { class: 'unseen' }, ' (to move)')),
        !mine && el('span', { class: 'muted level' }, game.level.name),
        el('span', { class: 'captured' }, ...captured(game, other(side), lost[other(side)]), ahead > 0 && el('b', { title: 'More in men, in pawns' }, `+${ahead}`)),
        game.clock && this.clocks[side],
      ];
    };
    fill(this.top, ...bar(other(below)));
    fill(this.bottom, ...bar(below));
    this.tick(game);
  }

  /** Shows the clocks. Says whose time has run out. */
  tick(game: Game): Side | undefined {
    const { clock } = game;
    if (!clock) return undefined;
    let out: Side | undefined;
    for (const side of ['white', 'black'] as const) {
      const left = clock.remaining(side);
      this.clocks[side].textContent = clockText(left);
      this.clocks[side].classList.toggle('low', left < 20_000);
      this.clocks[side].classList.toggle('running', clock.turn === side);
      if (left === 0 && clock.turn === side && !game.end) out = side;
    }
    return out;
  }
}

/** The men that a side has lost, small. */
function captured(game: Game, side: Side, roles: readonly string[]): HTMLElement[] {
  const set = isMakruk(game.plan.variant) ? 'makruk' : 'chess';
  const men = roles.map(role => el('img', { src: dataUrl(set, role, side), alt: '', width: 18, height: 18 }));
  if (roles.length > 0) {
    const words = [...new Set(roles)].map(role => `${roles.filter(r => r === role).length} ${nameOfRole(role, game.plan.variant)}`).join(', ');
    men.push(el('span', { class: 'unseen' }, `captured: ${words}`) as never);
  }
  return men;
}
