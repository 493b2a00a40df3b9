/** A file of many games, cut into its games without reading their moves; that is done when one is chosen. */

export interface GameText {
  text: string;
  tags: Record<string, string>;
}

const TAG = /^\s*\[([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;
const END = /(?:^|\s)(?:1-0|0-1|1\/2-1\/2|\*)\s*$/;

/** Cuts a text at the tags that follow moves, and at blank lines that follow a result. Comments may hold either. */
export function cutGames(text: string): GameText[] {
  const games: GameText[] = [];
  let lines: string[] = [];
  let tags: Record<string, string> = {};
  let moves = false;
  let ended = false;
  let inside = false;
  const finish = () => {
    if (lines.some(line => line.trim() !== '')) games.push({ text: lines.join('\n') + '\n', tags });
    lines = [];
    tags = {};
    moves = ended = inside = false;
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const tag = inside ? null : TAG.exec(line);
    if (tag && moves) finish();
    if (tag) tags[tag[1]!] = tag[2]!.replaceAll(/\\(.)/g, '$1');
    else if (line.trim() !== '') {
      if (ended && !inside) finish();
      moves = true;
      // A comment goes from a brace to the next one that closes, over lines.
      for (const sign of line) if (sign === '{' ? !inside : sign === '}' && inside) inside = !inside;
      ended = false;
    } else if (moves && !inside && END.test(lines.findLast(before => before.trim() !== '') ?? '')) ended = true;
    lines.push(line);
  }
  finish();
  return games;
}

/** How a game is called in a list. */
export function headingOf({ tags }: GameText): string {
  const { White = '?', Black = '?', Result = '', Date: date = '', Event: event = '' } = tags;
  return [`${White} – ${Black}`, Result === '*' ? '' : Result.replace('1/2-1/2', '½–½').replace('-', '–'), date.replaceAll(/\.\?\?/g, '').replace('????', ''), event === '?' ? '' : event]
    .filter(part => part !== '').join(' · ');
}
