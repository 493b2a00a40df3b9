/**
 * The names of openings, with their codes in the Encyclopaedia of Chess Openings: facts that every handbook has, put together for
 * this page. An opening is a position; other orders of moves lead to it too.
 */

import type { Node } from './tree';
import { playLine, readFen, writeBoard } from '../rules/position';

const TABLE = `
A00 Polish Opening|b2b4
A00 Grob Opening|g2g4
A00 Van Geet Opening|b1c3
A00 Hungarian Opening|g2g3
A01 Nimzowitsch-Larsen Attack|b2b3
A02 Bird's Opening|f2f4
A04 Réti Opening|g1f3
A09 Réti Opening|g1f3 d7d5 c2c4
A10 English Opening|c2c4
A20 English Opening, King's English|c2c4 e7e5
A30 English Opening, Symmetrical|c2c4 c7c5
A40 Queen's Pawn Game|d2d4
A40 Englund Gambit|d2d4 e7e5
A43 Old Benoni|d2d4 c7c5
A45 Indian Defence|d2d4 g8f6
A45 Trompowsky Attack|d2d4 g8f6 c1g5
A46 Torre Attack|d2d4 g8f6 g1f3 e7e6 c1g5
A51 Budapest Gambit|d2d4 g8f6 c2c4 e7e5
A56 Benoni Defence|d2d4 g8f6 c2c4 c7c5
A57 Benko Gambit|d2d4 g8f6 c2c4 c7c5 d4d5 b7b5
A60 Modern Benoni|d2d4 g8f6 c2c4 c7c5 d4d5 e7e6
A80 Dutch Defence|d2d4 f7f5
B00 King's Pawn Opening|e2e4
B00 Nimzowitsch Defence|e2e4 b8c6
B00 Owen's Defence|e2e4 b7b6
B01 Scandinavian Defence|e2e4 d7d5
B02 Alekhine's Defence|e2e4 g8f6
B06 Modern Defence|e2e4 g7g6
B07 Pirc Defence|e2e4 d7d6 d2d4 g8f6
B10 Caro-Kann Defence|e2e4 c7c6
B12 Caro-Kann, Advance|e2e4 c7c6 d2d4 d7d5 e4e5
B13 Caro-Kann, Exchange|e2e4 c7c6 d2d4 d7d5 e4d5
B15 Caro-Kann, Main Line|e2e4 c7c6 d2d4 d7d5 b1c3
B20 Sicilian Defence|e2e4 c7c5
B21 Sicilian, Smith-Morra Gambit|e2e4 c7c5 d2d4 c5d4 c2c3
B22 Sicilian, Alapin|e2e4 c7c5 c2c3
B23 Sicilian, Closed|e2e4 c7c5 b1c3
B27 Sicilian, Open lines|e2e4 c7c5 g1f3
B33 Sicilian, Sveshnikov|e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g8f6 b1c3 e7e5
B40 Sicilian, French Variation|e2e4 c7c5 g1f3 e7e6
B50 Sicilian with 2...d6|e2e4 c7c5 g1f3 d7d6
B54 Sicilian, Open|e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4
B70 Sicilian, Dragon|e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 g7g6
B80 Sicilian, Scheveningen|e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 e7e6
B90 Sicilian, Najdorf|e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6
C00 French Defence|e2e4 e7e6
C01 French, Exchange|e2e4 e7e6 d2d4 d7d5 e4d5
C02 French, Advance|e2e4 e7e6 d2d4 d7d5 e4e5
C03 French, Tarrasch|e2e4 e7e6 d2d4 d7d5 b1d2
C10 French, Paulsen|e2e4 e7e6 d2d4 d7d5 b1c3
C11 French, Classical|e2e4 e7e6 d2d4 d7d5 b1c3 g8f6
C15 French, Winawer|e2e4 e7e6 d2d4 d7d5 b1c3 f8b4
C20 Open Game|e2e4 e7e5
C20 Wayward Queen Attack|e2e4 e7e5 d1h5
C21 Danish Gambit|e2e4 e7e5 d2d4 e5d4 c2c3
C22 Centre Game|e2e4 e7e5 d2d4 e5d4 d1d4
C23 Bishop's Opening|e2e4 e7e5 f1c4
C25 Vienna Game|e2e4 e7e5 b1c3
C30 King's Gambit|e2e4 e7e5 f2f4
C31 King's Gambit Declined, Falkbeer|e2e4 e7e5 f2f4 d7d5
C33 King's Gambit Accepted|e2e4 e7e5 f2f4 e5f4
C40 King's Knight Opening|e2e4 e7e5 g1f3
C40 Latvian Gambit|e2e4 e7e5 g1f3 f7f5
C40 Elephant Gambit|e2e4 e7e5 g1f3 d7d5
C41 Philidor Defence|e2e4 e7e5 g1f3 d7d6
C42 Petrov's Defence|e2e4 e7e5 g1f3 g8f6
C44 Ponziani Opening|e2e4 e7e5 g1f3 b8c6 c2c3
C45 Scotch Game|e2e4 e7e5 g1f3 b8c6 d2d4
C46 Three Knights Game|e2e4 e7e5 g1f3 b8c6 b1c3
C47 Four Knights Game|e2e4 e7e5 g1f3 b8c6 b1c3 g8f6
C50 Italian Game|e2e4 e7e5 g1f3 b8c6 f1c4
C50 Giuoco Piano|e2e4 e7e5 g1f3 b8c6 f1c4 f8c5
C51 Evans Gambit|e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 b2b4
C55 Two Knights Defence|e2e4 e7e5 g1f3 b8c6 f1c4 g8f6
C57 Two Knights, Fried Liver Attack|e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 f3g5 d7d5 e4d5 f6d5 g5f7
C60 Ruy Lopez|e2e4 e7e5 g1f3 b8c6 f1b5
C65 Ruy Lopez, Berlin Defence|e2e4 e7e5 g1f3 b8c6 f1b5 g8f6
C68 Ruy Lopez, Exchange|e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6
C70 Ruy Lopez, Morphy Defence|e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4
C80 Ruy Lopez, Open|e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f6e4
C84 Ruy Lopez, Closed|e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7
D00 Queen's Pawn Game|d2d4 d7d5
D00 Blackmar-Diemer Gambit|d2d4 d7d5 e2e4
D00 London System|d2d4 d7d5 c1f4
D02 Queen's Pawn Game, Zukertort|d2d4 d7d5 g1f3
D05 Colle System|d2d4 d7d5 g1f3 g8f6 e2e3
D06 Queen's Gambit|d2d4 d7d5 c2c4
D07 Chigorin Defence|d2d4 d7d5 c2c4 b8c6
D08 Albin Countergambit|d2d4 d7d5 c2c4 e7e5
D10 Slav Defence|d2d4 d7d5 c2c4 c7c6
D20 Queen's Gambit Accepted|d2d4 d7d5 c2c4 d5c4
D30 Queen's Gambit Declined|d2d4 d7d5 c2c4 e7e6
D32 Tarrasch Defence|d2d4 d7d5 c2c4 e7e6 b1c3 c7c5
D35 Queen's Gambit Declined, Exchange|d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c4d5
D43 Semi-Slav Defence|d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 g1f3 c7c6
D80 Grünfeld Defence|d2d4 g8f6 c2c4 g7g6 b1c3 d7d5
E00 Catalan Opening|d2d4 g8f6 c2c4 e7e6 g2g3
E11 Bogo-Indian Defence|d2d4 g8f6 c2c4 e7e6 g1f3 f8b4
E12 Queen's Indian Defence|d2d4 g8f6 c2c4 e7e6 g1f3 b7b6
E20 Nimzo-Indian Defence|d2d4 g8f6 c2c4 e7e6 b1c3 f8b4
E60 King's Indian Defence|d2d4 g8f6 c2c4 g7g6
E70 King's Indian, Normal|d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4
E80 King's Indian, Sämisch|d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 f2f3
E91 King's Indian, Classical|d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8 f1e2
`;

export interface Opening {
  code: string;
  name: string;
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

let known: Map<string, Opening> | undefined;

/** All of them, by where the men stand. */
export function openings(): Map<string, Opening> {
  if (known) return known;
  known = new Map();
  const start = readFen(START, 'chess');
  for (const line of TABLE.trim().split('\n')) {
    const [title = '', moves = ''] = line.split('|');
    known.set(key(playLine(start, moves.split(' '))), { code: title.slice(0, 3), name: title.slice(4) });
  }
  return known;
}

function key(position: ReturnType<typeof readFen>): string {
  return writeBoard(position) + position.turn;
}

/** The name of the last position with a name on the way to a place. */
export function openingOf(node: Node): Opening | undefined {
  const all = openings();
  for (let at: Node | undefined = node; at; at = at.parent) {
    // Longer lines have no names here; looking farther back is all that is needed.
    const found = at.ply <= 16 ? all.get(key(at.position)) : undefined;
    if (found) return found;
  }
  return undefined;
}
