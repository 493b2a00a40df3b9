import { describe, expect, it } from 'vitest';

import type { Variant } from '../src/rules/games';
import { play, playLine, readFen, readUci, writeBoard, writeUci } from '../src/rules/position';
import { inCheck, isAttacked, san } from '../src/rules/san';
import { nameOf, squareOf } from '../src/rules/squares';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const MAKRUK = 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1';

/** The moves of a line in algebraic notation. */
function line(fen: string, moves: string, variant: Variant = 'chess'): string {
  let here = readFen(fen, variant);
  const words: string[] = [];
  for (const text of moves.split(' ')) {
    const m = readUci(here, text);
    words.push(san(here, m));
    here = play(here, m);
  }
  return words.join(' ');
}

describe('squares', () => {
  it('have names, and names have squares', () => {
    expect(nameOf(0)).toBe('a1');
    expect(nameOf(63)).toBe('h8');
    for (let square = 0; square < 64; square++) expect(squareOf(nameOf(square))).toBe(square);
    for (const name of ['i1', 'a9', 'a', 'a11', '']) expect(squareOf(name)).toBe(-1);
  });
});

describe('positions', () => {
  it('are written as they were read', () => {
    for (const fen of [START, 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 1']) {
      expect(writeBoard(readFen(fen, 'chess'))).toBe(fen.split(' ')[0]);
    }
    expect(writeBoard(readFen('8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1', 'makruk'))).toBe('8/3k4/6M~1/2K1S3/8/8/8/8');
  });

  it('take a pawn in passing', () => {
    const here = playLine(readFen(START, 'chess'), ['e2e4', 'a7a6', 'e4e5', 'd7d5', 'e5d6']);
    expect(writeBoard(here)).toBe('rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR');
  });

  it('castle in both spellings, and in any start', () => {
    const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    expect(writeBoard(playLine(readFen(fen, 'chess'), ['e1g1', 'e8c8']))).toBe('2kr3r/8/8/8/8/8/8/R4RK1');
    expect(writeBoard(playLine(readFen(fen, 'chess'), ['e1h1', 'e8a8']))).toBe('2kr3r/8/8/8/8/8/8/R4RK1');
    const other = 'rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1';
    expect(writeBoard(playLine(readFen(other, 'chess960'), ['b1h1', 'b8a8']))).toBe('2kr3r/8/8/8/8/8/8/R4RK1');
  });

  it('lose the right to castle with the rook', () => {
    const here = playLine(readFen('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'chess'), ['h1h8']);
    expect([...here.castling].map(nameOf).sort()).toEqual(['a1', 'a8']);
  });

  it('mark a promoted bia, and keep the mark when it moves', () => {
    const here = playLine(readFen('4k3/8/8/P7/8/8/8/4K3 w - - 0 1', 'makruk'), ['a5a6m', 'e8e7', 'a6b7']);
    expect(writeBoard(here)).toBe('8/1M~2k3/8/8/8/8/8/4K3');
  });

  it('write moves as UCI does', () => {
    const here = readFen('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'chess');
    expect(writeUci(here, readUci(here, 'e1h1'))).toBe('e1g1');
    expect(writeUci(here, readUci(here, 'a1a8'))).toBe('a1a8');
    const pawn = readFen('8/P7/8/8/8/8/8/k1K5 w - - 0 1', 'chess');
    expect(writeUci(pawn, readUci(pawn, 'a7a8n'))).toBe('a7a8n');
  });
});

describe('algebraic notation', () => {
  it('writes a game', () => {
    expect(line(START, 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1')).toBe('e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O');
    expect(line(START, 'f2f3 e7e5 g2g4 d8h4')).toBe('f3 e5 g4 Qh4#');
    expect(line(START, 'e2e4 d7d5 f1b5')).toBe('e4 d5 Bb5+');
  });

  it('tells men of a kind apart by file, by rank, and by both', () => {
    expect(line('4k3/8/8/8/8/8/8/R3K2R w - - 0 1', 'a1d1')).toBe('Rd1');
    expect(line('3k4/8/8/8/8/2K5/8/R6R w - - 0 1', 'a1d1')).toBe('Rad1+');
    expect(line('3k4/8/R7/8/8/2K5/8/R7 w - - 0 1', 'a1a3')).toBe('R1a3');
    expect(line('2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1', 'h4e1')).toBe('Qh4e1');
  });

  it('needs no origin where the other man is pinned', () => {
    // The knight on e3 must stay before its king.
    expect(line('4r2k/8/8/8/8/2N1N3/8/4K3 w - - 0 1', 'c3d5')).toBe('Nd5');
  });

  it('writes promotions, and captures in passing', () => {
    expect(line('1n5k/P7/8/8/8/8/8/K7 w - - 0 1', 'a7b8q')).toBe('axb8=Q+');
    expect(line('7k/8/8/3pP3/8/8/8/K7 w - d6 0 1', 'e5d6')).toBe('exd6');
  });

  it('knows stalemate from mate', () => {
    expect(line('7k/8/8/6Q1/8/8/8/K7 w - - 0 1', 'g5g6')).toBe('Qg6');
    expect(line('7k/8/6K1/8/8/8/8/R7 w - - 0 1', 'a1a8')).toBe('Ra8#');
  });

  it('writes the games of makruk\'s family', () => {
    expect(line('8/6P1/8/1k6/8/8/8/4K3 w - - 0 1', 'g7g8b b5c5', 'asean')).toBe('g8=B Kc5');
    expect(line('rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1', 'e1c2 e6e5', 'ai-wok')).toBe('Ac2 e5');
    expect(line('4k3/8/8/P7/8/8/8/4K3 w - - 0 1', 'a5a6a', 'ai-wok')).toBe('a6=A');
    expect(line('rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1', 'd1f2 d6d5 f2e2 d8d6', 'cambodian')).toBe('Kf2 d5 Ke2 Md6');
    // A khun of makpong may not step out of check; one of makruk may.
    expect(line('7k/8/8/8/8/8/R7/3K4 w - - 0 1', 'a2h2', 'makpong')).toBe('Rh2#');
    expect(line('7k/8/8/8/8/8/R7/3K4 w - - 0 1', 'a2h2', 'makruk')).toBe('Rh2+');
  });

  it('writes makruk', () => {
    expect(line(MAKRUK, 'c3c4 d6d5 c4d5 e6d5', 'makruk')).toBe('c4 d5 cxd5 exd5');
    expect(line('4k3/8/8/P7/8/8/8/4K3 w - - 0 1', 'a5a6m', 'makruk')).toBe('a6=M');
    // A khon goes straight ahead, but only ahead.
    const here = readFen('4k3/8/8/3S4/8/8/8/3K4 w - - 0 1', 'makruk');
    expect(isAttacked(here, squareOf('d6'), 'white')).toBe(true);
    expect(isAttacked(here, squareOf('d4'), 'white')).toBe(false);
  });
});

describe('check', () => {
  it('is seen from afar and by pawns', () => {
    expect(inCheck(readFen('4k3/8/8/8/8/8/8/4RK2 b - - 0 1', 'chess'), 'black')).toBe(true);
    expect(inCheck(readFen('4k3/4p3/8/8/8/8/8/4RK2 b - - 0 1', 'chess'), 'black')).toBe(false);
    expect(inCheck(readFen('4k3/3P4/8/8/8/8/8/5K2 b - - 0 1', 'chess'), 'black')).toBe(true);
  });
});
