import { describe, expect, it } from 'vitest';

import { eloText } from '../src/analyse/elo';
import { speak } from '../src/board/names';
import { start960 } from '../src/game/chess960';
import { scoreText, scoreWords, share } from '../src/game/score';
import { GameTree, moveNumber, squaresOf } from '../src/game/tree';
import { Clock, clockText } from '../src/play/clock';
import { readFen } from '../src/rules/position';

describe('Chess960', () => {
  // Numbers that Scharnagl's table gives.
  it.each([[0, 'bbqnnrkr'], [518, 'rnbqkbnr'], [959, 'rkrnnqbb']])('start %i', (number, men) => {
    expect(start960(number).split('/')[0]).toBe(men);
  });

  it('has 960 different starts, all by the rules', () => {
    const seen = new Set<string>();
    for (let number = 0; number < 960; number++) {
      const men = start960(number).split('/')[0]!;
      seen.add(men);
      expect([...men].sort().join('')).toBe('bbknnqrr');
      expect(men.indexOf('r')).toBeLessThan(men.indexOf('k'));
      expect(men.lastIndexOf('r')).toBeGreaterThan(men.indexOf('k'));
      expect((men.indexOf('b') + men.lastIndexOf('b')) % 2).toBe(1);
    }
    expect(seen.size).toBe(960);
  });
});

describe('a game with variations', () => {
  it('walks back and forth, and keeps what was left', () => {
    const tree = new GameTree('chess');
    for (const move of ['e2e4', 'e7e5', 'g1f3']) tree.play(move);
    expect(tree.line().map(node => node.san)).toEqual(['e4', 'e5', 'Nf3']);
    tree.back();
    tree.play('f1c4');
    expect(tree.path()).toEqual(['e2e4', 'e7e5', 'f1c4']);
    expect(tree.here.parent!.children.map(node => node.san)).toEqual(['Nf3', 'Bc4']);
    tree.promote(tree.here);
    expect(tree.here.parent!.children.map(node => node.san)).toEqual(['Bc4', 'Nf3']);
    tree.remove(tree.here);
    expect(tree.path()).toEqual(['e2e4', 'e7e5']);
    tree.toEnd();
    expect(tree.here.san).toBe('Nf3');
  });

  it('becomes a record and comes back', () => {
    const tree = new GameTree('chess');
    tree.play('e2e4');
    tree.here.glyphs = [1];
    tree.here.comments = ['best'];
    tree.back();
    tree.play('d2d4');
    const record = tree.record();
    expect(record.moves.map(move => [move.after, move.san])).toEqual([[0, 'e2e4'], [0, 'd2d4']]);
    const again = GameTree.of({ ...record, moves: record.moves.map(move => ({ ...move, uci: move.san })) });
    expect(again.root.children.map(node => node.uci)).toEqual(['e2e4', 'd2d4']);
    expect(again.root.children[0]!.comments).toEqual(['best']);
  });

  it('numbers moves as the start says', () => {
    expect(moveNumber('x w - - 0 1', 1)).toEqual({ number: 1, white: true });
    expect(moveNumber('x w - - 0 1', 4)).toEqual({ number: 2, white: false });
    expect(moveNumber('x b - - 0 12', 1)).toEqual({ number: 12, white: false });
    expect(moveNumber('x b - - 0 12', 2)).toEqual({ number: 13, white: true });
  });

  it('marks castling where the eye sees it', () => {
    const here = readFen('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'chess');
    expect(squaresOf(here, 'e1g1')).toEqual(['e1', 'g1']);
    expect(squaresOf(here, 'e1h1')).toEqual(['e1', 'g1']);
  });
});

describe('scores', () => {
  it('are written from White\'s side', () => {
    expect(scoreText({ cp: 31 })).toBe('+0.31');
    expect(scoreText({ cp: -240, bound: 'lower' })).toBe('≥−2.40');
    expect(scoreText({ mate: -2 })).toBe('#-2');
    expect(scoreWords({ cp: -240 })).toBe('Black is better by 2.40');
    expect(scoreWords({ mate: 3 })).toBe('White mates in 3');
  });

  it('fill a bar more slowly the farther they are', () => {
    expect(share({ cp: 0 })).toBe(0.5);
    expect(share({ mate: -1 })).toBe(0);
    const [one, two, three] = [100, 200, 300].map(cp => share({ cp }));
    expect(two! - one!).toBeGreaterThan(three! - two!);
    expect(share({ cp: 150 }) + share({ cp: -150 })).toBeCloseTo(1);
  });

  it('of a match speak for a difference', () => {
    expect(eloText([1, 1])).toContain('cannot be told');
    expect(eloText([1, 0.5, 0, 0.5])).toMatch(/^Elo 0 ±/);
    // Three quarters of the points are 191 by the formula.
    expect(eloText([1, 1, 1, 0])).toMatch(/^Elo \+191 ±/);
  });
});

describe('a clock', () => {
  it('runs for one side at a time, adds, and never goes below zero', () => {
    let now = 0;
    const clock = new Clock({ base: 1000, increment: 100 }, undefined, () => now);
    clock.start('white');
    now = 300;
    expect(clock.remaining('white')).toBe(700);
    expect(clock.remaining('black')).toBe(1000);
    clock.press('white');
    expect(clock.remaining('white')).toBe(800);
    now = 2000;
    expect(clock.remaining('black')).toBe(0);
    clock.pause();
    now = 9000;
    expect(clock.snapshot()).toEqual({ white: 800, black: 0 });
  });

  it('is read by people', () => {
    expect(clockText(0)).toBe('0:00.0');
    expect(clockText(9_950)).toBe('0:10.0');
    expect(clockText(65_000)).toBe('1:05');
    expect(clockText(3_725_000)).toBe('1:02:05');
  });
});

describe('moves in words', () => {
  it.each([
    ['Nxf3+', 'knight takes f3, check'],
    ['O-O-O', 'castles queenside'],
    ['e8=Q#', 'pawn to e8 and becomes a queen, checkmate'],
    ['Rad1', 'rook from a to d1'],
  ])('%s', (san, words) => expect(speak(san, 'chess')).toBe(words));

  it('have the names of makruk', () => {
    expect(speak('a6=M', 'makruk')).toBe('bia to a6 and becomes a met');
    expect(speak('Sd4', 'makruk')).toBe('khon to d4');
  });
});
