/** What the machines have been measured at: the ladder of docs/museum.md. A level that is not here has not been measured. */

import type { Engine, Level } from '../api/types';

interface Measured {
  engine: string;
  /** The name of the level. */
  level: string;
  rating: number;
  /** Half of the interval of 95 %. */
  error: number;
}

export const MEASURED: readonly Measured[] = [
  { engine: 'mint', level: 'as it plays', rating: 738, error: 42 },
  { engine: 'microchess', level: 'superblitz', rating: 842, error: 34 },
  { engine: 'microchess', level: 'normal', rating: 887, error: 31 },
  { engine: 'octave', level: '3 plies', rating: 972, error: 24 },
  { engine: 'sargon', level: '1 ply', rating: 1044, error: 27 },
  { engine: 'sameshi', level: '5 plies', rating: 1084, error: 26 },
  { engine: 'sargon', level: '3 plies', rating: 1225, error: 35 },
  { engine: 'microchess-improved', level: '3 plies', rating: 1270, error: 37 },
];

/** The measured rating of a level, in chess. */
export function ratingOf(engine: Engine, level: Level): Measured | undefined {
  return MEASURED.find(known => known.engine === engine.id && known.level === level.name);
}

/** What is known of a level's strength, in words. */
export function ratingText(engine: Engine, level: Level): string {
  const known = ratingOf(engine, level);
  if (known) return `Measured at ${known.rating} ± ${known.error}, where SARGON of 1978 has 1225.`;
  return engine.id === 'kempelen' && level.name.startsWith('rating') ? 'Calibrated in matches to play at about this rating.' : 'Its rating has not been measured.';
}
