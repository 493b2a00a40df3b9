/** What is shown when a game is over: how it ended, and where to go from there. */

import { button, el } from '../ui/dom';
import type { Game } from './game';

export interface SheetHooks {
  rematch: () => void;
  analyse: () => void;
  doors: () => void;
  another: () => void;
}

export function sheet(game: Game, hooks: SheetHooks): HTMLElement {
  const end = game.end!;
  const won = end.result === (game.human === 'white' ? '1-0' : '0-1');
  const title = end.result === '1/2-1/2' ? 'A draw' : won ? 'You have won' : `${game.engine.name} has won`;
  return el('section', { class: 'panel sheet', 'aria-label': 'The game is over' },
    el('h2', {}, title),
    el('p', { class: 'muted' }, `${Math.ceil(game.tree.here.ply / 2)} moves against ${game.engine.name}, ${game.level.name}.`),
    el('div', { class: 'row' },
      button('Rematch', hooks.rematch, { class: 'primary', title: 'The same again, with colours exchanged' }),
      button('Look through it', hooks.analyse, { title: 'The whole game in the room for analysis' }),
      button(won ? 'Open its doors on the move that lost' : 'Open its doors on the last move', hooks.doors),
      button('Another machine', hooks.another)));
}

/** The last move of the machine, which is where a lost game was lost at the latest. */
export function lastOf(game: Game, at = game.tree.here): ReturnType<Game['tree']['line']>[number] | undefined {
  return game.tree.line(at).findLast(node => node.parent!.position.turn === game.machine);
}
