import { type Page, expect, test as base } from '@playwright/test';

/** Where pictures of the page are kept, as artefacts of the run. */
export const SHOTS = 'e2e/screenshots';

/** A page that must ask nobody else for anything, and must not complain. */
export const test = base.extend<{ quiet: boolean }>({
  quiet: [true, { option: true }],
  page: async ({ page, baseURL, quiet }, use) => {
    const trouble: string[] = [];
    page.on('request', request => {
      const { protocol, origin } = new URL(request.url());
      if (!['data:', 'blob:'].includes(protocol) && origin.replace('ws', 'http') !== new URL(baseURL!).origin) trouble.push(`asked ${request.url()}`);
    });
    page.on('pageerror', error => trouble.push(error.message));
    page.on('console', message => {
      // What the server refuses is told to the user; the browser notes it too.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) trouble.push(message.text());
    });
    await use(page);
    if (quiet) expect(trouble).toEqual([]);
  },
});

export { expect };

/** A picture of the page, when everything has come to rest. */
export async function shot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(350);
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

/** Waits until men can be moved: the board shows a position before the server has told what may be played there. */
export async function ready(page: Page): Promise<void> {
  await expect(page.locator('.table [role=grid]')).toHaveAttribute('aria-readonly', 'false');
}

/** The middle of a square of the main board. */
async function middle(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`.table [data-square="${square}"]`).boundingBox();
  if (!box) throw new Error(`no square ${square}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function click(page: Page, from: string, to: string): Promise<void> {
  await ready(page);
  for (const square of [from, to]) {
    const { x, y } = await middle(page, square);
    await page.mouse.click(x, y);
  }
}

export async function drag(page: Page, from: string, to: string): Promise<void> {
  await ready(page);
  const [a, b] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

export async function type(page: Page, move: string): Promise<void> {
  await page.locator('#typed').fill(move);
  await page.locator('#typed').press('Enter');
}

export const status = (page: Page) => page.locator('.side .status').first();

/** Starts a game from the address, as a link would. */
export async function begin(page: Page, query: Record<string, string>, choose: { level?: string; color?: string } = {}): Promise<void> {
  await page.goto(`/play?${new URLSearchParams(query)}`);
  if (choose.level) await page.locator('select[name=level]').selectOption({ label: choose.level });
  if (choose.color) await page.locator('select[name=color]').selectOption(choose.color);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.locator('#typed')).toBeVisible();
}

/** The move list. Ask it with assertions that wait: the page fills it when the server has answered. */
export const moves = (page: Page) => page.locator('.moves .move');

/** The moves that a strong player would make: the modern engine, asked by the interface. */
export async function advise(page: Page, variant: string, start: string | undefined, played: string[], nodes = 20_000): Promise<{ uci: string; from: string; to: string; promotion: boolean }> {
  const data = { engine: 'kempelen', variant, ...(start ? { fen: start } : {}), moves: played, nodes };
  const answer = (await (await page.request.post('/api/think', { data })).json()) as { best: { uci: string } };
  const state = (await (await page.request.post('/api/state', { data })).json()) as { legal: { uci: string; from: string; to: string; promotion?: string }[] };
  const move = state.legal.find(legal => legal.uci === answer.best.uci)!;
  return { ...move, promotion: move.promotion !== undefined };
}
