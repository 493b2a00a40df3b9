import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { expect, shot, test } from './helpers';

const MATE = '1rr4k/4n1pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1';

test('records a search, walks and replays it', async ({ page }) => {
  await page.goto(`/doors?${new URLSearchParams({ engine: 'sargon', fen: MATE, depth: '3' })}`);
  await expect(page.locator('.pane .head')).toContainText('Qg8+');
  await expect(page.locator('.fates li.best')).toContainText('Qg8+');
  // The picture has been drawn: it has more than one colour.
  const colors = await page.locator('canvas.picture').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set<number>();
    for (let i = 0; i < data.length; i += 4) seen.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
    return seen.size;
  });
  expect(colors).toBeGreaterThan(10);
  await shot(page, 'doors-tree');

  // Replay: to the beginning, then from cutoff to cutoff.
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await expect(page.locator('.moment')).toContainText(/^1 of /);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.locator('.moment')).toContainText('beta');
  await expect(page.locator('.because').first()).toContainText(/cut off/i);
  await page.locator('select[name=stop]').selectOption('best');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.locator('.moment')).toContainText('new best move');
  await shot(page, 'doors-scrubbed');
  const slider = page.getByLabel('Moment of the search');
  await slider.fill(String(Math.floor(Number(await slider.getAttribute('max')) / 2)));
  await expect(page.locator('.moment')).toContainText(/enters|leaves|judges|best|passes|table|begins/);
  await page.getByRole('button', { name: 'To the end' }).click();

  await page.getByRole('button', { name: 'Icicle' }).click();
  await page.waitForTimeout(200);
  await shot(page, 'doors-icicle');
  await page.getByRole('button', { name: 'Tree' }).click();

  // Walking by keyboard: right along the best moves, and back.
  await page.locator('canvas.picture').focus();
  await page.keyboard.press('Home');
  await expect(page.locator('.details dd').first()).toHaveText('the root');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.details dd').first()).toContainText('Qg8+');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.details dd').first()).not.toContainText('Qg8+');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.details dd').first()).toHaveText('the root');
});

test('answers why, and why not', async ({ page }) => {
  await page.goto(`/doors?${new URLSearchParams({ engine: 'kempelen', fen: MATE, depth: '6' })}`);
  await page.locator('.fates .ask', { hasText: 'why?' }).first().click();
  await expect(page.locator('.why pre')).toContainText(/best/);
  const rejected = page.locator('.fates li', { has: page.locator('.ask', { hasText: 'why not?' }) }).first();
  await rejected.locator('.ask').click();
  await expect(page.locator('.why h3')).toContainText('Why not');
  await shot(page, 'doors-why-not');
});

test('shows ghosts at a node that was cut off', async ({ page }) => {
  await page.goto(`/doors?${new URLSearchParams({ engine: 'sargon', fen: MATE, depth: '3' })}`);
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.locator('.details summary')).toContainText(/ghost/);
});

test('stops a recording and shows what there is', async ({ page }) => {
  await page.goto(`/doors?${new URLSearchParams({ engine: 'kempelen', nodes: '20000000', moves: 'e4 e5 Nf3 Nc6 Bb5' })}`);
  await expect(page.locator('.status')).toContainText(/depth ([3-9]|\d\d)/);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.locator('canvas.picture')).toBeVisible();
  await expect(page.locator('.fates li').first()).toBeVisible();
});

test('says so when a machine plays from its book', async ({ page }) => {
  await page.goto('/doors?engine=sargon');
  await expect(page.locator('.pane')).toContainText(/book/);
});

test('shows playouts as visits over time', async ({ page }) => {
  await page.goto(`/doors?${new URLSearchParams({ engine: 'zero', fen: MATE, nodes: '1000' })}`);
  await expect(page.locator('.playouts .chart polygon').first()).toBeVisible();
  await expect(page.locator('.playouts .moment')).toContainText(/of [\d,]+ playouts/);
  const first = page.locator('.playouts tbody tr').first();
  const visits = async () => Number((await first.locator('td').nth(1).textContent())!.replaceAll(',', ''));
  const all = await visits();
  await page.getByLabel('After how many playouts').fill('100');
  await expect(page.locator('.playouts .moment')).toContainText('After 100 of');
  await expect.poll(visits).toBeLessThan(all);
  await shot(page, 'doors-playouts');
  const slider = page.getByLabel('After how many playouts');
  await slider.fill((await slider.getAttribute('max'))!);
  await page.locator('.playouts .ask', { hasText: 'why?' }).click();
  await expect(page.locator('.why pre')).toContainText('Qg8+');
  await page.locator('.playouts .ask', { hasText: 'why not?' }).first().click();
  await expect(page.locator('.why h3')).toContainText('Why not');
});

test('puts two machines side by side', async ({ page }) => {
  await page.goto(`/doors?${new URLSearchParams({ engine: 'kempelen', other: 'sargon', fen: MATE, depth: '3' })}`);
  await expect(page.locator('.pane')).toHaveCount(2);
  await expect(page.locator('.pane').nth(1).locator('.because')).not.toBeEmpty();
  await expect(page.locator('.diff pre')).toContainText('Qg8+');
  await shot(page, 'doors-side-by-side');
});

test('keeps what it shows: trace, SVG and one page that stands alone', async ({ page, context }) => {
  await page.goto(`/doors?${new URLSearchParams({ engine: 'sargon', fen: MATE, depth: '3' })}`);
  await expect(page.locator('.fates li.best')).toContainText('Qg8+');
  const save = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    return readFile(await download.path());
  };
  const trace = await save('Trace');
  expect(trace.subarray(0, 6).toString()).toBe('KTRACE');
  const svg = (await save('SVG')).toString();
  expect(/^<svg .*Qg8\+.*<\/svg>$/s.test(svg), svg.slice(0, 300)).toBe(true);
  const html = await save('HTML');
  const path = resolve('e2e/results/search.html');
  await writeFile(path, html);
  const alone = await context.newPage();
  const asked: string[] = [];
  alone.on('request', request => {
    if (!request.url().startsWith('file:') && !request.url().startsWith('data:')) asked.push(request.url());
  });
  await alone.goto(`file://${path}`);
  await expect(alone.locator('.fates li.best')).toContainText('Qg8+');
  await alone.getByRole('button', { name: 'To the beginning' }).click();
  await alone.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(alone.locator('.moment')).toContainText('beta');
  expect(asked).toEqual([]);
  await alone.screenshot({ path: 'e2e/screenshots/doors-alone.png' });
  await alone.close();
  // And the trace can be opened again.
  const file = 'e2e/results/search.ktrace';
  await writeFile(file, trace);
  await page.getByLabel('Open a trace').setInputFiles(file);
  await expect(page.locator('.pane .head')).toContainText('Qg8+');
  await writeFile(file, trace.subarray(0, 20));
  await page.getByLabel('Open a trace').setInputFiles(file);
  await expect(page.locator('.doors-room > .trouble')).not.toBeEmpty();
});

test('runs a model of the lesson, and one of our own', async ({ page }) => {
  await page.goto('/lesson');
  const model = page.getByRole('button', { name: /2\. The mate comes first/ });
  await model.click();
  await expect(model).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.locator('.because')).toContainText('The root is created');
  for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Next score' }).click();
  await expect(page.locator('.because')).toContainText('cut off');
  await shot(page, 'lesson');
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page.locator('.because')).toContainText('1.Qg8+ Nxg8 2.Nf7#');
  await page.getByText('A model of your own').click();
  const own = page.locator('textarea[name=model]');
  const text = await own.inputValue();
  await own.fill(text.replace('AGA', 'XYZ'));
  await page.getByRole('button', { name: 'Run it' }).click();
  await expect(page.locator('.lesson .trouble')).toContainText(/line \d+/);
  await own.fill(text);
  await page.getByRole('button', { name: 'Run it' }).click();
  await expect(page.locator('.lesson .trouble')).toBeEmpty();
});

test('plays Microchess at the KIM-1', async ({ page }) => {
  await page.goto('/kim');
  const digits = page.locator('.digits');
  await expect(digits).toHaveAttribute('data-value', '0000D8');
  await page.getByRole('button', { name: 'C: set up the men' }).click();
  await expect(digits).toHaveAttribute('data-value', 'CCCCCC');
  await page.getByRole('button', { name: /^PC/ }).click();
  await expect(digits).toHaveAttribute('data-value', '0F1333');
  await expect(page.locator('.meaning')).toContainText('e2-e4 from its book');
  for (const key of '6757f') await page.keyboard.press(key);
  await page.keyboard.press('p');
  await expect(page.locator('.meaning')).toContainText('In 1976 that took', { timeout: 30_000 });
  await expect(page.locator('.inside tbody tr').first()).toBeVisible();
  await shot(page, 'kim');
});
