import { begin, expect, test, type } from './helpers';

// The pictures of docs/, taken anew by `make pictures`, and small enough that each has less than 200 KB.
test.use({ viewport: { width: 1120, height: 790 } });

const take = async (page: import('@playwright/test').Page, name: string) => {
  await page.waitForTimeout(500);
  await page.screenshot({ path: `../docs/pictures/${name}.png` });
};

test('the cabinet', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.door').first()).toBeVisible();
  await take(page, 'cabinet');
});

test('a game of makruk', async ({ page }) => {
  await begin(page, { engine: 'makruk-ai', variant: 'makruk', fen: 'r4s1r/1n1mks2/p2pp1np/1pp2pp1/3PP3/PPP1NPPP/3NS2R/R2KMS2 w - - 0 1' }, { level: '2 plies' });
  await type(page, 'exf5');
  await expect(page.locator('.status')).toHaveText('Your move.');
  await take(page, 'makruk');
});

test('an analysis', async ({ page }) => {
  await page.goto('/analyse?moves=e4+e5+Nf3+Nc6+Bc4+Nf6+Ng5');
  await page.locator('select[name=multipv]').selectOption('5');
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.locator('.engine .figures')).toContainText(/depth 1[1-9]/);
  await page.locator('.lines li:nth-child(1) .move').nth(2).hover();
  await take(page, 'analysis');
});

test('the open doors', async ({ page }) => {
  await page.goto(`/doors?${new URLSearchParams({ engine: 'octave', fen: 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3', depth: '3' })}`);
  await expect(page.locator('.fates li').first()).toBeVisible();
  await take(page, 'doors');
});

test('the doors of two machines by lamplight', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('kempelen.theme', 'dark'));
  await page.goto(`/doors?${new URLSearchParams({ engine: 'kempelen', other: 'sargon', fen: '1rr4k/4n1pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1', depth: '5' })}`);
  await expect(page.locator('.diff')).toBeVisible();
  await take(page, 'side-by-side');
});

test('the lesson', async ({ page }) => {
  await page.goto('/lesson');
  const model = page.getByRole('button', { name: /2\. The mate comes first/ });
  await model.click();
  await expect(model).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Begin' }).click();
  for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Next score' }).click();
  await page.locator('.lesson-stage').scrollIntoViewIfNeeded();
  await take(page, 'lesson');
});

test('the KIM-1', async ({ page }) => {
  await page.goto('/kim');
  await page.getByRole('button', { name: 'C: set up the men' }).click();
  await page.getByRole('button', { name: /^PC/ }).click();
  await expect(page.locator('.meaning')).toContainText('book');
  for (const key of '6757fp') await page.keyboard.press(key);
  await expect(page.locator('.meaning')).toContainText('In 1976 that took', { timeout: 30_000 });
  await take(page, 'kim-1');
});
