/** What the page has to know of each game. A new game is an entry here, and its men's pictures. */

export type Variant = 'chess' | 'chess960' | 'makruk' | 'makpong' | 'ai-wok' | 'asean' | 'cambodian';
/** Whose men are shown, and so how a board looks. */
export type Men = 'chess' | 'makruk';

export interface Game {
  readonly title: string;
  /** The FEN of the first position; Chess960 has one by lot. */
  readonly start: string;
  readonly men: Men;
  /** What the men are called, by letter. */
  readonly names: Readonly<Record<string, string>>;
  /** Letters of men that move as another game's. */
  readonly like: Readonly<Record<string, string>>;
  /** Whether men that were pawns once are shown as such. */
  readonly marksPromoted: boolean;
  /** Whether a king in check may step away. */
  readonly kingFlees: boolean;
  readonly thai: boolean;
}

const WESTERN = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
const THAI = { p: 'bia', n: 'ma', s: 'khon', r: 'rua', m: 'met', k: 'khun' };

const CHESS: Game = {
  title: 'Chess',
  start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  men: 'chess',
  names: WESTERN,
  like: {},
  marksPromoted: false,
  kingFlees: true,
  thai: false,
};
const MAKRUK: Game = {
  ...CHESS,
  title: 'Makruk',
  start: 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1',
  men: 'makruk',
  names: THAI,
  marksPromoted: true,
  thai: true,
};
const RELATIVE: Game = { ...MAKRUK, marksPromoted: false };

export const GAMES: Readonly<Record<Variant, Game>> = {
  chess: CHESS,
  chess960: { ...CHESS, title: 'Chess960' },
  makruk: MAKRUK,
  makpong: { ...RELATIVE, title: 'Makpong', kingFlees: false },
  'ai-wok': {
    ...RELATIVE,
    title: 'Ai-wok',
    start: 'rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1',
    names: { ...THAI, a: 'ai-wok' },
  },
  asean: {
    ...RELATIVE,
    title: 'ASEAN chess',
    start: 'rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1',
    names: WESTERN,
    like: { b: 's', q: 'm' },
  },
  cambodian: {
    ...RELATIVE,
    title: 'Ouk chatrang',
    start: 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1',
    names: { p: 'trey', n: 'ses', s: 'koul', r: 'touk', m: 'neang', k: 'ang' },
  },
};

/** The games to choose from, with what they are called. */
export const CHOICES = Object.entries(GAMES).map(([variant, game]) => [variant as Variant, game.title] as const);

/** The game of a name, and chess for one that is not known. */
export const asVariant = (name: string | null | undefined): Variant => (name && name in GAMES ? (name as Variant) : 'chess');
