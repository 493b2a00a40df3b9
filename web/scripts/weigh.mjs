// What the page weighs, compressed. The build fails when the scripts are heavier than they may be.
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const MOST = 220 * 1024;
const site = new URL('../dist/site/', import.meta.url);
let scripts = 0;
for (const name of readdirSync(site, { recursive: true }).sort()) {
  if (!/\.(js|css|html|svg)$/.test(name)) continue;
  const bytes = readFileSync(new URL(name, site));
  const small = gzipSync(bytes, { level: 9 }).length;
  if (name.endsWith('.js')) scripts += small;
  console.log(`${String(bytes.length).padStart(8)} ${String(small).padStart(7)} ${name}`);
}
console.log(`scripts, compressed: ${scripts} bytes of ${MOST}`);
if (scripts > MOST) process.exit(1);
