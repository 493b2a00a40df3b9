import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { begin, expect, moves, shot, status, test, type } from './helpers';

const here = (page: Page) => page.locator('.moves .here');

/** A move of one's own, and the machine's answer. */
async function playOn(page: Page, move: string, count: number): Promise<void> {
  await type(page, move);
  await expect(moves(page)).toHaveCount(count);
  await expect(status(page)).toHaveText(/Your move/);
}

test('a game is there after a reload, after another room and by the button back', async ({ page }) => {
  await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
  await playOn(page, 'e4', 2);
  await playOn(page, 'd4', 4);
  const played = await moves(page).allTextContents();
  await page.reload();
  await expect(moves(page)).toHaveText(played);
  await expect(status(page)).toHaveText(/Your move/);
  await page.getByRole('link', { name: 'Lesson' }).click();
  await expect(page.locator('.lesson')).toBeVisible();
  await page.goBack();
  await expect(moves(page)).toHaveText(played);
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(moves(page)).toHaveText(played);
});

test('looking at an earlier move changes nothing, and arrow keys walk', async ({ page }) => {
  await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
  await playOn(page, 'e4', 2);
  await playOn(page, 'd4', 4);
  const played = await moves(page).allTextContents();
  await moves(page).first().click();
  await expect(here(page)).toHaveText('e4');
  await expect(page.locator('.table [role=grid]')).toHaveAttribute('aria-readonly', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(here(page)).toHaveText(played[1]!);
  await page.keyboard.press('Home');
  await expect(here(page)).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(here(page)).toHaveText(played[3]!);
  await page.keyboard.press('ArrowLeft');
  // A typed move is one of the game, wherever one looks.
  await type(page, 'Nf3');
  await expect(moves(page)).toHaveCount(6);
  await expect(moves(page).nth(2)).toHaveText('d4');
  // What is taken back stays as a variation when the game goes another way.
  await expect(status(page)).toHaveText(/Your move/);
  await page.getByRole('button', { name: 'Take back' }).click();
  await type(page, 'a3');
  await expect(page.locator('.moves > .move')).toHaveCount(6);
  await expect(page.locator('.moves .variation')).toContainText('Nf3');
});

test('an analysis comes back with its variations, its remarks and its place', async ({ page }) => {
  await page.goto('/analyse');
  for (const [played, move] of ['e4', 'e5', 'Nf3'].entries()) {
    await type(page, move);
    await expect(moves(page)).toHaveCount(played + 1);
  }
  await expect(moves(page)).toHaveText(['e4', 'e5', 'Nf3']);
  await page.locator('#typed').blur();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(here(page)).toHaveText('e4');
  await type(page, 'c5');
  await expect(moves(page)).toHaveCount(4);
  await moves(page).first().click({ button: 'right' });
  await page.getByRole('button', { name: 'Comment…' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('best by test');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect(page.locator('.moves .comment')).toHaveText('best by test');
  const all = ['e4', 'e5', 'c5', 'Nf3'];
  const same = async () => {
    await expect(moves(page)).toHaveText(all);
    await expect(here(page)).toHaveText('c5');
    await expect(page.locator('.moves .comment')).toHaveText('best by test');
  };
  await same();
  await page.reload();
  await same();
  await page.getByRole('link', { name: 'Lesson' }).click();
  await expect(page.locator('.lesson')).toBeVisible();
  await page.goBack();
  await same();
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('link', { name: 'Analyse', exact: true }).first().click();
  await same();
});

test('two tabs with the same game do not overwrite each other', async ({ page, context }) => {
  await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
  await playOn(page, 'e4', 2);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(moves(other)).toHaveCount(2);
  await playOn(page, 'd4', 4);
  await playOn(other, 'a3', 4);
  await expect(other.locator('.note')).toContainText('Another tab');
  for (const [tab, move] of [[page, 'd4'], [other, 'a3']] as const) {
    await tab.reload();
    await expect(moves(tab).nth(2)).toHaveText(move);
  }
  await page.goto('/library');
  await expect(page.locator('.entries li')).toHaveCount(2);
  // The copy has its doors too, those from before it was one among them.
  await other.locator('.moves .move').nth(1).click();
  await other.getByRole('button', { name: 'Open its doors' }).click();
  await expect(other.locator('.recalled')).toBeVisible();
  await other.close();
});

test('a new tab begins anew while another has the game, and takes it up when that is gone', async ({ page, context }) => {
  await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
  await playOn(page, 'e4', 2);
  const other = await context.newPage();
  await other.goto('/play');
  await expect(other.getByRole('button', { name: 'Begin' })).toBeVisible();
  await page.goto('/');
  await other.goto('/');
  await other.goto('/play');
  await expect(moves(other)).toHaveCount(2);
  await other.close();
});

test('the library opens, renames, exports and deletes', async ({ page }) => {
  await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
  await playOn(page, 'e4', 2);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('button', { name: 'Yes, a new game' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await playOn(page, 'c4', 2);
  await page.getByRole('link', { name: 'Library' }).click();
  await expect(page.locator('.entries li')).toHaveCount(2);
  await page.getByRole('button', { name: /^Rename/ }).last().click();
  await page.getByRole('textbox', { name: 'A new name' }).fill('My first game');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect(page.locator('.entries')).toContainText('My first game');
  await shot(page, 'library');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export My first game' }).click()]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/1\. e4 /);
  await page.getByRole('link', { name: 'My first game', exact: true }).click();
  await expect(moves(page).first()).toHaveText('e4');
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'Delete My first game' }).click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.locator('.entries li')).toHaveCount(1);
});

test('thousands of games are searched, and one is opened at once', async ({ page }) => {
  await page.goto('/analyse');
  const games = Array.from({ length: 4000 }, (_, i) => `[Event "E${i % 7}"]\n[White "Player ${i}"]\n[Black "Other ${4000 - i}"]\n[Result "1-0"]\n\n1. e4 e5 2. ${i === 1234 ? 'Ke3' : 'Nf3'} 1-0\n`);
  await page.getByLabel('Open a PGN file').setInputFiles({ name: 'many.pgn', mimeType: 'text/plain', buffer: Buffer.from(games.join('\n')) });
  const list = page.getByRole('listbox', { name: 'Choose a game' });
  await expect(page.locator('.chooser')).toContainText('4,000 games');
  // Only what can be seen is there.
  expect(await list.getByRole('option').count()).toBeLessThan(20);
  await page.getByLabel('Choose a game: search').fill('player 1234');
  await expect(page.locator('.chooser')).toContainText('2 of 4,000 games');
  await list.getByRole('option').first().click();
  await expect(moves(page)).toHaveText(['e4', 'e5']);
  await expect(page.locator('.files .trouble')).toContainText('Ke3');
  await expect(page.locator('.names')).toHaveText('Player 1234 – Other 2766');
});

test.describe('when the server goes away', () => {
  // The browser itself complains here.
  test.use({ quiet: false });

  const address = '127.0.0.1:8772';
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(process.env['KEMPELEN'] ?? '../target/debug/kempelen', ['serve', '--addr', address], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((ready, failed) => {
      server.stdout!.once('data', () => ready());
      server.once('exit', () => failed(new Error('the server did not start')));
    });
    return server;
  };
  const stop = (server: ChildProcess) => new Promise<void>(gone => {
    server.once('exit', () => gone());
    server.kill();
  });

  test('a game goes on when it is there again', async ({ page }) => {
    let server = await start();
    try {
      await page.goto(`http://${address}/play?engine=sameshi`);
      await page.locator('select[name=level]').selectOption({ label: '1 ply' });
      await page.getByRole('button', { name: 'Begin' }).click();
      await playOn(page, 'e4', 2);
      const played = await moves(page).allTextContents();
      await stop(server);
      await type(page, 'd4');
      await expect(page.locator('.trouble').first()).toContainText('does not answer');
      await expect(moves(page)).toHaveText(played);
      server = await start();
      await playOn(page, 'd4', 4);
      await page.reload();
      await expect(moves(page)).toHaveCount(4);
      // The doors of a move from before open too: nothing of it was the server's.
      await moves(page).nth(1).click();
      await page.getByRole('button', { name: 'Open its doors' }).click();
      await expect(page.locator('.recalled')).toContainText(played[1]!);
    } finally {
      await stop(server);
    }
  });
});
