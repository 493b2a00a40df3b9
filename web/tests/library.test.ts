import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { cutGames, headingOf } from '../src/analyse/pgnfile';
import { MEASURED } from '../src/cabinet/ratings';
import { material } from '../src/game/material';
import { step } from '../src/game/movelist';
import { openingOf, openings } from '../src/game/openings';
import { GameTree } from '../src/game/tree';
import { readFen } from '../src/rules/position';
import { shareText, standings } from '../src/tournament/standings';

describe('a file of games', () => {
  it('is cut where tags follow moves, and where a blank line follows a result', () => {
    const games = cutGames('[White "A"]\n\n1. e4 e5 1-0\n\n1. d4 *\n\n[White "B \\"C\\""]\n[Black "D"]\n[Result "1/2-1/2"]\n\n1. c4 1/2-1/2\n');
    expect(games.map(game => game.tags['White'])).toEqual(['A', undefined, 'B "C"']);
    expect(games[1]!.text.trim()).toBe('1. d4 *');
    expect(headingOf(games[2]!)).toBe('B "C" – D · ½–½');
  });

  it('is not cut inside a comment, nor between the moves of a game', () => {
    const text = '[White "A"]\n\n1. e4 {a remark\n[Event "no tag"]\n\nof many lines 1-0\n\n} e5\n\n2. Nf3 *\n';
    expect(cutGames(text)).toHaveLength(1);
    expect(cutGames('\n\n')).toEqual([]);
  });
});

describe('what was captured', () => {
  const start = readFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'chess');

  it('counts men and pawns', () => {
    const now = readFen('rnb1kbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1', 'chess');
    expect(material(start, now)).toEqual({ lost: { white: ['n'], black: ['q', 'p'] }, balance: 7 });
  });

  it('takes a pawn that was promoted for no loss', () => {
    const now = readFen('1nbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQKBNQ w - - 0 1', 'chess');
    expect(material(start, now).lost).toEqual({ white: ['r'], black: ['r', 'p'] });
  });
});

describe('walking through a game that goes on', () => {
  it('goes to where the game stands and not farther', () => {
    const tree = new GameTree('chess');
    const [e4, e5, nf3] = ['e2e4', 'e7e5', 'g1f3'].map(move => tree.play(move));
    expect(step(tree, tree.root, e5!, 'forward')).toBe(e4);
    expect(step(tree, e4!, e5!, 'forward')).toBe(e5);
    // What was taken back is not walked into.
    expect(step(tree, e5!, e5!, 'forward')).toBe(e5);
    expect(step(tree, nf3!, e5!, 'back')).toBe(e5);
    expect(step(tree, tree.root, e5!, 'end')).toBe(e5);
  });

  it('comes back from the library at its place, with variations', () => {
    const tree = new GameTree('chess');
    tree.play('e2e4');
    tree.back();
    tree.play('d2d4');
    tree.here.comments = ['closed'];
    const again = GameTree.of(JSON.parse(JSON.stringify(tree.keep())) as ReturnType<GameTree['keep']>);
    expect(again.here.san).toBe('d4');
    expect(again.here.comments).toEqual(['closed']);
    expect(again.root.children.map(node => node.san)).toEqual(['e4', 'd4']);
  });
});

describe('facts that stand elsewhere too', () => {
  it('ratings are those of the ladder in docs/museum.md', () => {
    const text = readFileSync(new URL('../../docs/museum.md', import.meta.url), 'utf8');
    const rows = [...text.matchAll(/^\| `([\w-]+)`(?:, ([\w ]+?))? \| (\d+) \| \+\/- (\d+) \|/gm)].map(([, engine, level, rating, error]) => ({ engine, level: level?.replace(' ', ''), rating: Number(rating), error: Number(error) }));
    for (const known of MEASURED) {
      const named = rows.filter(row => row.engine === known.engine && row.rating === known.rating && row.error === known.error);
      expect(named, known.engine).toHaveLength(1);
      if (named[0]!.level) expect(known.level.replace(' ', '')).toBe(named[0]!.level);
    }
  });

  it('openings are lines that can be played, each with a position of its own', () => {
    const all = [...openings().values()];
    expect(all.length).toBeGreaterThan(100);
    for (const { code, name } of all) expect(`${code} ${name}`).toMatch(/^[A-E]\d\d .{4,}/);
    const tree = new GameTree('chess');
    // The same position by another order of moves.
    for (const move of ['g1f3', 'b8c6', 'e2e4', 'e7e5', 'f1b5']) tree.play(move);
    expect(openingOf(tree.here)).toEqual({ code: 'C60', name: 'Ruy Lopez' });
    tree.play('h7h5');
    expect(openingOf(tree.here)?.name).toBe('Ruy Lopez');
  });
});

describe('the table of a tournament', () => {
  const game = (white: number, black: number, result: string) => ({ white, black, result, moves: [], reason: '', recorded: [] });

  it('counts what is over, the best first, with an error where there is one', () => {
    const rows = standings(3, [game(0, 1, '1-0'), game(1, 0, '1/2-1/2'), game(2, 0, '0-1'), game(1, 2, '*')]);
    expect(rows.map(row => row.player)).toEqual([0, 1, 2]);
    expect(rows[0]).toMatchObject({ wins: 2, draws: 1, losses: 0, points: 2.5 });
    // Scores of 1, 0.5 and 1: a mean of 5/6 and a variance of 1/12.
    expect(rows[0]!.error).toBeCloseTo(1.96 * Math.sqrt(1 / 12 / 3), 10);
    expect(shareText(rows[0]!)).toBe('83 ± 33 %');
    expect(shareText(rows[2]!)).toBe('0 %');
    expect(shareText(standings(1, [])[0]!)).toBe('–');
  });
});
