/** A page to keep. */

import type { Recorded } from '../api/types';
import { type Trace, lastComplete } from './trace';

/** How many nodes get their sentences in an exported page; the others tell what the trace tells. */
const TOLD = 200;

/** A page with everything in it: the recording, the viewer, and the sentences of the nodes that matter most. */
export async function exportHtml(recorded: Recorded, title: string, buffer: ArrayBuffer, trace: Trace): Promise<string> {
  const [script, style] = await Promise.all(['/viewer.js', '/viewer.css'].map(async path => {
    const response = await fetch(path);
    if (!response.ok) throw new Error('The viewer is not there; was the page built?');
    return response.text();
  }));
  const answers = await Promise.all(important(trace).map(async node => {
    const response = await fetch(`/api/window/${recorded.id}/node/${node}`);
    return [node, response.ok ? ((await response.json()) as unknown) : null] as const;
  }));
  const data = JSON.stringify({ recorded, title, answers: Object.fromEntries(answers), trace: base64(buffer) });
  // What ends a script must not stand in the middle of one.
  const safe = (text: string) => text.replaceAll('</', '<\\/');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.replace(/[<&]/g, '')} - Kempelen</title>
<style>${style!.replaceAll('</', '<\\/')}</style>
</head>
<body>
<script type="application/json" id="recording">${safe(data)}</script>
<script>${safe(script!)}</script>
</body>
</html>
`;
}

/** The root of each search, the line that was expected, and the moves beside it. */
function important(trace: Trace): number[] {
  const { nodes, rounds } = trace;
  const list: number[] = rounds.map(round => round.root);
  for (let node = rounds[lastComplete(trace)]!.root; node >= 0; node = nodes.best[node]!) {
    for (let child = node + 1; child < nodes.end[node]!; child = nodes.end[child]!) list.push(child);
  }
  return [...new Set(list)].slice(0, TOLD);
}

function base64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
