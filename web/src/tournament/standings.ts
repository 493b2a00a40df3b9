/** The table of a tournament, with what its games allow to say. */

export interface HouseGame {
  white: number;
  black: number;
  moves: string[];
  result: string;
  reason: string;
  recorded: boolean[];
}

export interface Standing {
  player: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  /** The share of the points, and half of its interval of 95 %; none before the first game. */
  share: number | undefined;
  error: number | undefined;
}

/** Who has how many points, the best first. Games that go on or were broken off count for nobody. */
export function standings(players: number, games: readonly HouseGame[]): Standing[] {
  const scores: number[][] = Array.from({ length: players }, () => []);
  for (const { white, black, result } of games) {
    const score = { '1-0': 1, '0-1': 0, '1/2-1/2': 0.5 }[result];
    if (score === undefined) continue;
    scores[white]?.push(score);
    scores[black]?.push(1 - score);
  }
  const rows = scores.map((list, player): Standing => {
    const points = list.reduce((sum, score) => sum + score, 0);
    const share = list.length === 0 ? undefined : points / list.length;
    const spread = share === undefined || list.length < 2 ? undefined : list.reduce((sum, score) => sum + (score - share) ** 2, 0) / (list.length - 1);
    return {
      player,
      wins: list.filter(score => score === 1).length,
      draws: list.filter(score => score === 0.5).length,
      losses: list.filter(score => score === 0).length,
      points,
      share,
      error: spread === undefined ? undefined : 1.96 * Math.sqrt(spread / list.length),
    };
  });
  return rows.sort((a, b) => (b.share ?? 0) - (a.share ?? 0) || b.points - a.points);
}

/** A share with its error, as `62 ± 14 %`. All points on one side say nothing of the error. */
export function shareText({ share, error }: Standing): string {
  if (share === undefined) return '–';
  const percent = Math.round(share * 100);
  return error === undefined || error === 0 ? `${percent} %` : `${percent} ± ${Math.round(error * 100)} %`;
}
