/** The difference in strength that results speak for, with an error of 95 %. */
export function eloText(scores: readonly number[]): string {
  const n = scores.length;
  const mean = scores.reduce((a, b) => a + b, 0) / n;
  if (mean <= 0 || mean >= 1) return `All points went to one side: the difference cannot be told from ${n} games.`;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / n;
  const error = 1.96 * Math.sqrt(variance / n);
  const elo = (p: number) => -400 * Math.log10(1 / Math.min(Math.max(p, 0.001), 0.999) - 1);
  const half = (elo(mean + error) - elo(mean - error)) / 2;
  const value = Math.round(elo(mean));
  return `Elo ${value > 0 ? '+' : ''}${value} ± ${Math.round(half)} for the first, after ${n} games.`;
}
