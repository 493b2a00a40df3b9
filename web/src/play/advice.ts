/** Hints by degrees, and what a machine says to the offer of a draw. */

import type { Live } from '../api/live';
import type { Pv, Thought } from '../api/types';
import type { Arrow } from '../board/board';
import { nameOfRole } from '../board/names';
import { type Node, squaresOf } from '../game/tree';
import { readUci, fromOf, roleOf } from '../rules/position';
import type { Game } from './game';

/** How long a hint may take, in milliseconds. */
const HINT_TIME = 800;

export class Hints {
  private at: Node | undefined;
  private best: { uci: string; san: string } | undefined;
  private degree = 0;

  /** The next hint for the place where the game stands: which man, then where to. */
  async next(live: Live, game: Game): Promise<{ text: string; arrows: Arrow[] } | undefined> {
    const node = game.tree.here;
    if (this.at !== node || !this.best) {
      const { plan } = game;
      const thought = await live.think('hint', { engine: 'kempelen', variant: plan.variant, fen: plan.start, moves: game.tree.path(), movetime: HINT_TIME });
      if (game.tree.here !== node || !thought.best) return undefined;
      Object.assign(this, { at: node, best: thought.best, degree: 0 });
    }
    const { uci, san } = this.best!;
    const [from, to] = squaresOf(node.position, uci);
    this.degree += 1;
    if (this.degree === 1) {
      const man = nameOfRole(roleOf(node.position.men[fromOf(readUci(node.position, uci))]!), game.plan.variant);
      return { text: `Look at your ${man} on ${from}. Ask again to see where it goes.`, arrows: [{ from, to: from, brush: 'hint' }] };
    }
    return { text: `The modern engine would play ${san}.`, arrows: [{ from, to, brush: 'hint' }] };
  }
}

/** A machine that stands worse than this, in hundredths of a pawn, takes a draw at any time. */
const WORSE = -100;
/** Later than this, in half-moves, it also takes one when it stands no better than `CONTENT`. */
const LATE = 60;
const CONTENT = 20;

/** What a machine says to a draw, judged by its own search at its own level. */
export async function answerDraw(live: Live, game: Game): Promise<{ takes: boolean; text: string }> {
  const { name } = game.engine;
  const thought: Thought = await live.think('draw', { ...game.question(), clock: undefined, movetime: Math.min(game.level.movetime ?? 2000, 2000) });
  const score = ownScore(thought.pvs[0], game.machine);
  if (score === undefined) return { takes: false, text: `${name} knows no draws and plays on.` };
  if (score <= WORSE) return { takes: true, text: 'a draw by agreement' };
  if (score > CONTENT) return { takes: false, text: `${name} declines: it thinks it stands better.` };
  if (game.tree.here.ply < LATE) return { takes: false, text: `${name} declines: there is much left to play for.` };
  return { takes: true, text: 'a draw by agreement' };
}

function ownScore(pv: Pv | undefined, machine: 'white' | 'black'): number | undefined {
  const white = pv?.mate !== undefined ? Math.sign(pv.mate) * 10_000 : pv?.cp;
  return white === undefined ? undefined : machine === 'white' ? white : -white;
}
