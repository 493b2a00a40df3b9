/** The start position of a number from 0 to 959, in Scharnagl's order; 518 is the orthodox one. */
export function start960(number: number): string {
  const row: string[] = new Array<string>(8).fill('');
  let n = number;
  const take = (count: number): number => {
    const rest = n % count;
    n = Math.floor(n / count);
    return rest;
  };
  row[take(4) * 2 + 1] = 'b';
  row[take(4) * 2] = 'b';
  const put = (man: string, nth: number): void => {
    const free = [...row.keys()].filter(file => row[file] === '');
    row[free[nth]!] = man;
  };
  put('q', take(6));
  // The ten ways to put two knights on five squares.
  const knights = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]][n]!;
  const free = [...row.keys()].filter(file => row[file] === '');
  for (const nth of knights) row[free[nth]!] = 'n';
  for (const man of ['r', 'k', 'r']) put(man, 0);
  const men = row.join('');
  const rooks = [...row.keys()].filter(file => row[file] === 'r').map(file => 'abcdefgh'[file]!);
  const rights = number === 518 ? 'KQkq' : rooks.reverse().join('').toUpperCase() + rooks.join('');
  return `${men}/pppppppp/8/8/8/8/PPPPPPPP/${men.toUpperCase()} w ${rights} - 0 1`;
}
