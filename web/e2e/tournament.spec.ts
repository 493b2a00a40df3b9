import { expect, moves, shot, test } from './helpers';

test('a tournament goes on when the page is closed, and its games have doors', async ({ page, context }) => {
  test.setTimeout(200_000);
  await page.goto('/tournaments');
  const form = page.getByRole('region', { name: 'A new tournament' });
  await form.getByLabel('Player 1').selectOption('sargon');
  await form.getByLabel('Player 2').selectOption('sameshi');
  await form.getByRole('button', { name: 'One more player' }).click();
  await form.getByRole('combobox', { name: 'Player 3' }).selectOption('mint');
  await form.getByRole('button', { name: 'Begin the tournament' }).click();
  await expect(page.locator('.status')).toContainText('of 6 games');
  const address = page.url();
  await page.close();
  const later = await context.newPage();
  await later.waitForTimeout(3000);
  await later.goto(address);
  await expect(later.locator('.status')).toContainText('6 of 6 games, over', { timeout: 120_000 });
  // Everybody has played four games, and the points add up.
  const rows = await later.locator('.standings tbody tr').evaluateAll(list => list.map(row => [...row.children].slice(1, 5).map(cell => Number(cell.textContent))));
  expect(rows).toHaveLength(3);
  for (const [wins, draws, losses, points] of rows as number[][]) {
    expect(wins! + draws! + losses!).toBe(4);
    expect(points).toBe(wins! + draws! / 2);
  }
  await shot(later, 'tournament');
  // The first move after the lots is a machine's, and its doors show it.
  await later.locator('select[name=game]').selectOption('0');
  await expect(moves(later).nth(4)).toBeVisible();
  const played = (await moves(later).nth(4).textContent())!;
  await moves(later).nth(4).click();
  await later.getByRole('button', { name: 'Open its doors' }).click();
  await expect(later.locator('.recalled')).toContainText(`3.${played}`);
  await expect(later.locator('.pane .head')).toContainText(`plays ${played}`);
  await later.getByRole('link', { name: 'Back to the game' }).click();
  await expect(moves(later).nth(4)).toHaveText(played);
});
