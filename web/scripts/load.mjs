// Ten thousand requests on the loopback address: none may fail, and the program may not grow.
//
//   node scripts/load.mjs [PROGRAM] [REQUESTS] [CLIENTS]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';

const [program = '../target/release/kempelen', requests = '10000', clients = '16'] = process.argv.slice(2);
const TOTAL = Number(requests);
const CLIENTS = Number(clients);
/** How often the memory is read, and by how much its mean in the second half may exceed that in the first. */
const PARTS = 10;
const GROWTH = 0.1;

const MOVES = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6', 'O-O', 'Be7', 'Re1', 'b5', 'Bb3', 'd6'];
const PGN = `[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 1-0\n`;
const moves = i => MOVES.slice(0, i % (MOVES.length + 1));
/** What is asked, and how often of a hundred times. */
const MIX = [
  [40, i => ['POST', '/api/state', { moves: moves(i) }]],
  [10, () => ['POST', '/api/state', { variant: 'makruk', moves: ['c4', 'd5'] }]],
  [15, i => ['POST', '/api/think', { moves: moves(i), nodes: 300 }]],
  [5, i => ['POST', '/api/think', { engine: 'sargon', moves: moves(i), options: { PLYMAX: 1 } }]],
  [10, i => ['POST', '/api/eval', { moves: moves(i) }]],
  [8, () => ['POST', '/api/games/read', PGN]],
  [5, () => ['GET', '/api/engines']],
  [4, () => ['GET', '/play']],
  [2, i => ['POST', '/api/window/record', { moves: moves(i), engine: 'sameshi', depth: 2 }]],
  [1, () => ['GET', '/api/lesson/3']],
];
const PLAN = MIX.flatMap(([share, make]) => Array(share).fill(make));

const server = spawn(program, ['serve', '--addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((found, lost) => {
  server.stdout.on('data', text => {
    const address = /http:\S+/.exec(String(text));
    if (address) found(new URL(address[0]));
  });
  server.on('exit', code => lost(new Error(`the server ended with ${code}`)));
});
const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });

function ask(i) {
  const [method, path, body] = PLAN[(i * 37) % PLAN.length](i);
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'application/x-chess-pgn' : 'application/json';
  const start = performance.now();
  return new Promise((done, fail) => {
    const request = http.request({ agent, host: url.hostname, port: url.port, method, path, headers: { 'content-type': type, 'content-length': Buffer.byteLength(text) } }, response => {
      response.resume();
      response.on('end', () => done({ path, status: response.statusCode, ms: performance.now() - start }));
    });
    request.on('error', fail);
    request.end(text);
  });
}

/** The memory of the server now, in megabytes. */
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024;

const taken = [];
const bad = new Map();
const memories = [['start', memory()]];
let next = 0;
async function client(until) {
  while (next < until) {
    const i = next++;
    const { path, status, ms } = await ask(i).catch(error => ({ path: String(error), status: 0, ms: 0 }));
    taken.push(ms);
    if (status !== 200) bad.set(`${status} ${path}`, (bad.get(`${status} ${path}`) ?? 0) + 1);
  }
}
const start = performance.now();
for (let part = 1; part <= PARTS; part++) {
  await Promise.all(Array.from({ length: CLIENTS }, () => client((TOTAL * part) / PARTS)));
  // The tables of searches under way are no growth: the memory is read at rest.
  await new Promise(done => setTimeout(done, 100));
  memories.push([next, memory()]);
}
const seconds = (performance.now() - start) / 1000;
agent.destroy();
const ended = new Promise(done => server.removeAllListeners('exit').on('exit', done));
server.kill('SIGTERM');
const code = await ended;

taken.sort((a, b) => a - b);
const at = share => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))].toFixed(1);
console.log(`${TOTAL} requests by ${CLIENTS} clients in ${seconds.toFixed(1)} s: ${(TOTAL / seconds).toFixed(0)} a second`);
console.log(`answers after ${at(0.5)} ms (half), ${at(0.99)} ms (99 %), ${at(1)} ms (all)`);
console.log(`memory: ${memories.map(([when, mb]) => `${when}: ${mb.toFixed(1)} MB`).join(', ')}`);
for (const [what, times] of bad) console.log(`FAILED ${times} times: ${what}`);
const mean = list => list.reduce((sum, [, mb]) => sum + mb, 0) / list.length;
const growth = mean(memories.slice(-PARTS / 2)) / mean(memories.slice(2, PARTS / 2 + 1)) - 1;
console.log(`growth from the first half (warm) to the second: ${(growth * 100).toFixed(1)} %`);
if (code !== 0) console.log(`FAILED the server ended with ${code}`);
process.exit(bad.size > 0 || growth > GROWTH || code !== 0 ? 1 : 0);
