import { readFile, writeFile } from 'node:fs/promises';

import { click, expect, moves, shot, test, type } from './helpers';

const PGN = `[Event "Test"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Nf3 {develops} (2. f4 exf4) 2... Nc6 3. Bb5 $1 1-0
`;

test('analyses with several lines, arrows and a preview', async ({ page }) => {
  await page.goto('/analyse?moves=e4+e5+Nf3+Nc6+Bc4+Nf6+Ng5');
  await expect(moves(page)).toHaveCount(7);
  await page.locator('select[name=multipv]').selectOption('5');
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.locator('.lines li')).toHaveCount(5);
  await expect(page.locator('.engine .figures')).toContainText(/depth ([5-9]|\d\d)/);
  await expect(page.locator('.evalbar')).toHaveAttribute('aria-valuetext', /better|even/);
  await expect(page.locator('.cg-shapes line')).not.toHaveCount(0);
  await page.locator('.lines li:nth-child(1) .move').nth(2).hover();
  await expect(page.locator('.preview')).toBeVisible();
  await shot(page, 'analyse');
  await page.mouse.move(10, 10);
  await page.getByLabel('Arrows').uncheck();
  await expect(page.locator('.cg-shapes line')).toHaveCount(0);
  const line = await page.locator('.lines li:nth-child(1) .move').first().textContent();
  await page.locator('.lines li:nth-child(1) .move').first().click();
  await expect(moves(page).last()).toHaveText(line!);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Analyse', exact: true })).toBeVisible();
});

test('keeps the position in the address', async ({ page }) => {
  await page.goto('/analyse');
  await click(page, 'e2', 'e4');
  await expect(page).toHaveURL(/moves=e2e4/);
  await type(page, 'c5');
  await expect(page).toHaveURL(/moves=e2e4\+c7c5/);
  const address = page.url();
  await page.goto('/');
  await page.goto(address);
  await expect(moves(page)).toHaveText(['e4', 'c5']);
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.moves .here')).toHaveText('e4');
});

test('reads and writes games', async ({ page }) => {
  await page.goto('/analyse');
  await page.locator('textarea[name=pgn]').fill(PGN);
  await page.getByRole('button', { name: 'Read PGN' }).click();
  await expect(moves(page)).toHaveText(['e4', 'e5', 'Nf3', 'f4', 'exf4', 'Nc6', 'Bb5!']);
  await expect(page.locator('.comment')).toHaveText('develops');
  await shot(page, 'pgn');
  await page.getByRole('button', { name: 'Write PGN' }).click();
  await expect(page.locator('textarea[name=pgn]')).toHaveValue(/2\. Nf3 \{develops\} \(2\. f4 exf4\) 2\.\.\. Nc6 3\. Bb5 \$1/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download', exact: true }).click()]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('[White "A"]');
  // A file with two games, one of them broken.
  const file = 'e2e/results/two.pgn';
  await writeFile(file, `${PGN}\n1. e4 Ke3 *\n\n[White "C"]\n[Black "D"]\n\n1. d4 *\n`);
  await page.getByLabel('Open a PGN file').setInputFiles(file);
  const games = page.getByRole('listbox', { name: 'Choose a game' });
  await expect(games.getByRole('option')).toHaveCount(3);
  // The broken one keeps what came before, and says what is wrong.
  await games.getByRole('option').nth(1).click();
  await expect(moves(page)).toHaveText(['e4']);
  await expect(page.locator('.files .trouble')).toContainText('Ke3');
  await games.getByRole('option').nth(2).click();
  await expect(moves(page)).toHaveText(['d4']);
  await expect(page.locator('.names')).toHaveText('C – D');
});

test('sets positions, and says what is wrong with others', async ({ page }) => {
  await page.goto('/analyse');
  const fen = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';
  await page.locator('input[name=fen]').fill(fen);
  await page.getByRole('button', { name: 'Set' }).click();
  await expect(page).toHaveURL(/fen=6k1/);
  for (const [bad, answer] of [['nonsense', 'FEN'], ['8/8/8/8/8/8/8/8 w - - 0 1', 'no king'], ['k7/8/8/8/8/8/8/KQQ4Q w - - 0 1 x', '']] as const) {
    await page.locator('input[name=fen]').fill(bad);
    await page.getByRole('button', { name: 'Set' }).click();
    await expect(page.locator('.files .trouble')).toContainText(answer, { ignoreCase: true });
    await expect(page.locator('.files .trouble')).not.toBeEmpty();
  }
  // Nothing was lost.
  await expect(page.locator('.board cg-board piece.r-piece.white')).toHaveCount(1);
  await page.locator('textarea[name=pgn]').fill('this is no game');
  await page.getByRole('button', { name: 'Read PGN' }).click();
  await expect(page.locator('.files .trouble')).not.toBeEmpty();
});

test('shows a threat, two machines side by side, and the evaluation', async ({ page }) => {
  await page.goto(`/analyse?fen=${encodeURIComponent('rnbqkbnr/pppp1ppp/8/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1')}`);
  await page.getByLabel('Threat').check();
  await expect(page.locator('.threat')).toContainText('Qxf7#');
  await page.getByLabel('Two machines side by side').check();
  await expect(page.locator('.panels .engine')).toHaveCount(2);
  await page.locator('.panels .engine').nth(1).getByLabel('Machine').selectOption('sargon');
  await page.locator('.panels .engine').nth(0).getByRole('button', { name: 'Analyse' }).click();
  for (const nth of [0, 1]) await expect(page.locator('.panels .engine').nth(nth).locator('.lines li')).not.toHaveCount(0, { timeout: 60_000 });
  await page.getByText('The evaluation, term by term').click();
  await expect(page.locator('.terms tbody tr').first()).toBeVisible();
  await shot(page, 'side-by-side');
});

test('lets machines play a match', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto(`/analyse?fen=${encodeURIComponent('4k3/8/8/8/8/8/QQQ5/4K3 w - - 0 1')}`);
  await page.getByText('A match between two machines').click();
  const match = page.locator('.match');
  await match.getByLabel('First').selectOption('kempelen');
  await match.getByLabel('Level').first().selectOption({ index: 3 });
  await match.getByLabel('Second').selectOption('sargon');
  await match.getByLabel('Level').nth(1).selectOption({ index: 0 });
  await match.getByLabel('Games').selectOption('2');
  await match.getByLabel('Moves by lot').selectOption('0');
  await match.getByRole('button', { name: 'Begin the match' }).click();
  await expect(match.locator('.results li')).toHaveCount(2, { timeout: 240_000 });
  await expect(match.locator('tbody tr').first()).toContainText('of 2');
  await shot(page, 'match');
});
