import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';

import { begin, click, expect, moves, shot, status, test, type } from './helpers';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds wrong with the page, in a line each. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const axe = (window as never as { axe: { run: () => Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> } }).axe;
    return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).slice(0, 4).join(', ')}`);
  });
}

test('sets up a position by hand, and says why another is none', async ({ page }) => {
  await page.goto('/analyse');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('region', { name: 'Board editor' });
  await editor.getByRole('button', { name: 'Empty board' }).click();
  await expect(editor.locator('.verdict')).toContainText(/king/i);
  await expect(editor.getByRole('button', { name: 'Use this position' })).toBeDisabled();
  for (const [man, square] of [['white king', 'g1'], ['black king', 'g8'], ['white rook', 'a1'], ['black pawn', 'f7'], ['black pawn', 'g7'], ['black pawn', 'h7']] as const) {
    await editor.getByRole('button', { name: man, exact: true }).click();
    await editor.locator(`[data-edit=${square}]`).click();
  }
  await expect(editor.locator('.verdict')).toContainText('legal moves');
  await shot(page, 'editor');
  await editor.getByRole('button', { name: 'Use this position' }).click();
  await expect(page).toHaveURL(/fen=6k1/);
  await click(page, 'a1', 'a8');
  await expect(moves(page)).toHaveText(['Ra8#']);
  // Makruk has other men and no castling.
  await page.goto('/analyse?variant=makruk');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(editor.getByRole('button', { name: 'white khon', exact: true })).toBeVisible();
  await expect(editor.getByText('White O-O')).toHaveCount(0);
});

test('asks for the promotion on its square', async ({ page }) => {
  await begin(page, { engine: 'sameshi', fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' }, { level: '1 ply' });
  await click(page, 'a7', 'a8');
  const [queen, square] = [(await page.getByRole('button', { name: 'queen' }).boundingBox())!, (await page.locator('.table [data-square=a8]').boundingBox())!];
  expect(Math.abs(queen.x - square.x)).toBeLessThan(4);
  expect(Math.abs(queen.y - square.y)).toBeLessThan(4);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(moves(page)).toHaveCount(0);
});

test('names openings, counts what was captured, and offers a rematch', async ({ page }) => {
  await page.goto('/analyse?moves=e4+c5+Nf3+d6+d4+cxd4+Nxd4+Nf6+Nc3+a6');
  await expect(page.locator('.opening')).toHaveText('B90 Sicilian, Najdorf');
  await begin(page, { engine: 'sameshi', fen: '3qk3/8/8/8/8/8/R7/3QK3 w - - 0 1' }, { level: '1 ply' });
  await type(page, 'Qxd8+');
  await expect(page.locator('.player .captured img').first()).toBeVisible();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(page.getByRole('region', { name: 'The game is over' })).toContainText('sameshi has won');
  await shot(page, 'end-of-game');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page.locator('.player').last()).toContainText('You');
  await expect(status(page)).not.toHaveClass(/over/);
});

test('plays a premove when its time has come', async ({ page }) => {
  await begin(page, { engine: 'kempelen' }, { level: 'full strength, 1 s' });
  await type(page, 'e4');
  await expect(status(page)).toContainText('thinking');
  const middle = async (square: string) => {
    const box = (await page.locator(`.table [data-square="${square}"]`).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.click(...(await middle('a2')));
  await page.mouse.click(...(await middle('a3')));
  await expect(page.locator('cg-board square.current-premove')).toHaveCount(2);
  await expect(moves(page).nth(2)).toHaveText('a3');
});

test('climbs the ladder', async ({ page }) => {
  await page.goto('/ladder');
  await expect(page.locator('.rung.next')).toContainText('MINT');
  await shot(page, 'ladder');
  await page.locator('.rung.next').getByRole('link').click();
  await page.getByText('Start position and settings').click();
  await page.locator('input[name=start]').fill('7k/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1');
  await page.getByRole('button', { name: 'Begin' }).click();
  await type(page, 'Ra8#');
  await expect(page.getByRole('region', { name: 'The game is over' })).toContainText('You have won');
  await page.getByRole('link', { name: 'Ladder' }).click();
  await expect(page.locator('[data-rung="mint/as it plays"]')).toHaveClass(/beaten/);
  await expect(page.locator('.rung.next')).toContainText('Microchess');
});

test('remembers settings, and shows the keys', async ({ page }) => {
  await page.goto('/settings');
  await page.locator('select[name=board]').selectOption('green');
  await page.getByLabel('Coordinates').uncheck();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-board', 'green');
  await expect(page.locator('html')).toHaveAttribute('data-coordinates', 'off');
  await page.locator('select[name=men]').selectOption('chess');
  await page.goto('/analyse?variant=makruk');
  await expect(page.locator('.board cg-board piece').first()).toBeVisible();
  await shot(page, 'makruk-chess-men');
  await page.locator('body').press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('take back');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe-core finds nothing wrong, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const found: Record<string, string[]> = {};
    await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
    await type(page, 'e4');
    await expect(moves(page)).toHaveCount(2);
    found['a game'] = await violations(page);
    for (const room of ['/', '/play?engine=sargon', '/analyse?moves=e4+e5', '/doors?engine=sargon&depth=2&moves=e4+e5+Nf3', '/ladder', '/tournaments', '/library', '/settings', '/lesson', '/kim']) {
      await page.goto(room);
      await page.waitForTimeout(700);
      found[room] = await violations(page);
    }
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
  });
}

for (const width of [360, 390, 768]) {
  test(`nothing sticks out at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const room of ['/', '/play', '/analyse', '/doors?engine=sargon&depth=2&moves=e4+e5+Nf3', '/ladder', '/tournaments', '/library', '/settings', '/lesson', '/kim']) {
      await page.goto(room);
      await page.waitForTimeout(400);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), room).toBeLessThanOrEqual(width);
    }
  });
}
