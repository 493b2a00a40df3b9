import { begin, expect, moves, shot, status, test, type } from './helpers';

interface Machine {
  id: string;
  name: string;
  variants: string[];
  levels: { name: string; movetime?: number }[];
}

test('the doors of every machine, at two levels, show the search of the move that it played', async ({ page }) => {
  test.setTimeout(300_000);
  const machines = (await (await page.request.get('/api/engines')).json()) as Machine[];
  for (const { id, name, variants, levels } of machines) {
    for (const level of levels.slice(0, 2)) {
      await page.goto(`/play?${new URLSearchParams({ engine: id, variant: variants[0]! })}`);
      await page.locator('select[name=level]').selectOption({ label: level.name });
      await page.locator('select[name=color]').selectOption('black');
      await page.getByRole('button', { name: 'Begin' }).click();
      await expect(moves(page)).toHaveCount(1, { timeout: 60_000 });
      await expect(status(page)).toHaveText('Your move.');
      // A move on, so that the machine is out of most books and remembers its first search.
      const state = (await (await page.request.post('/api/state', { data: { variant: variants[0], moves: await moves(page).allTextContents() } })).json()) as { legal: { uci: string }[] };
      await type(page, state.legal[0]!.uci);
      await expect(moves(page), `${name}, ${level.name}`).toHaveCount(3, { timeout: 60_000 });
      await expect(status(page)).toHaveText('Your move.');
      const played = await moves(page).allTextContents();
      for (const ply of [2, 0]) {
        await moves(page).nth(ply).click();
        await page.getByRole('button', { name: 'Open its doors' }).click();
        await expect(page.locator('.recalled'), `${name}, ${level.name}`).toContainText(`${ply / 2 + 1}.${played[ply]}`);
        await expect(page.locator('.pane .head')).toContainText(`plays ${played[ply]}`);
        await page.goBack();
        await expect(moves(page)).toHaveText(played);
      }
    }
  }
});

test('a move of the book says so, and offers the search behind it', async ({ page }) => {
  await begin(page, { engine: 'sargon' }, { level: '1 ply', color: 'black' });
  await expect(moves(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Open its doors' }).click();
  await expect(page.locator('.remark')).toContainText('book');
  await page.getByRole('button', { name: 'The search behind it' }).click();
  await expect(page.locator('.remark')).toHaveCount(0);
  await expect(page.locator('.fates li').first()).toBeVisible();
  await shot(page, 'doors-behind-the-book');
});

test('opens on the last search that is complete, with one score', async ({ page }) => {
  await begin(page, { engine: 'kempelen' }, { level: 'full strength, 0.3 s', color: 'black' });
  await expect(moves(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Open its doors' }).click();
  await expect(page.locator('.recalled')).toBeVisible();
  // The panel and the head agree, and the root is no broken-off search.
  const score = (await page.locator('.details dl dd').nth(1).textContent())!;
  await expect(page.locator('.pane .head')).toContainText(`(${score})`);
  await expect(page.locator('.because').first()).not.toContainText(/stopped/i);
  await shot(page, 'doors-of-a-move');
});

test('machines in a match leave their doors open too', async ({ page }) => {
  test.setTimeout(200_000);
  await page.goto(`/analyse?fen=${encodeURIComponent('7k/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1')}`);
  await page.getByText('A match between two machines').click();
  const match = page.locator('.match');
  await match.getByLabel('First').selectOption('sargon');
  await match.getByLabel('Level').first().selectOption({ label: '3 plies' });
  await match.getByLabel('Second').selectOption('sameshi');
  await match.getByLabel('Level').nth(1).selectOption({ index: 0 });
  await match.getByLabel('Games').selectOption('2');
  await match.getByLabel('Moves by lot').selectOption('0');
  await match.getByRole('button', { name: 'Begin the match' }).click();
  // The first game, in which SARGON has White; the second may have ended, too, and stands above it.
  await match.locator('.results li[value="1"] a').click({ timeout: 100_000 });
  await expect(moves(page).first()).toHaveText('Ra8#');
  await moves(page).first().click({ button: 'right' });
  await page.getByRole('button', { name: 'Open its doors' }).click();
  await expect(page.locator('.recalled')).toContainText('1.Ra8#');
  await expect(page.locator('.pane .head')).toContainText('SARGON');
});
