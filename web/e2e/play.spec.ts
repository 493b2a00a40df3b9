import { advise, begin, click, drag, expect, moves, ready, shot, status, test, type } from './helpers';

/** Plays the human's side as the modern engine would, until the game is over. */
async function playOut(page: import('@playwright/test').Page, variant: 'chess' | 'makruk', most: number, nodes: number): Promise<void> {
  for (let number = 0; number < most; number++) {
    await expect(status(page)).toHaveText(/Your move|1–0|0–1|½–½/, { timeout: 60_000 });
    if (await status(page).evaluate(node => node.classList.contains('over'))) return;
    const played = await moves(page).allTextContents();
    const { uci, from, to, promotion } = await advise(page, variant, undefined, played, nodes);
    const turn = number % 3;
    if (turn === 0 || promotion) await type(page, uci);
    else if (turn === 1) await click(page, from, to);
    else await drag(page, from, to);
    await expect.poll(() => moves(page).count(), { timeout: 30_000 }).toBeGreaterThan(played.length);
  }
  throw new Error('the game did not end');
}

test('a game of chess is played to its end against SARGON', async ({ page }) => {
  test.setTimeout(600_000);
  await begin(page, { engine: 'sargon' }, { level: '1 ply' });
  await playOut(page, 'chess', 120, 20_000);
  await expect(status(page)).toContainText('1–0');
  await expect(status(page)).toContainText('Checkmate: White wins');
  await expect(page.locator('#spoken')).toContainText('The game is over');
  await shot(page, 'chess-to-the-end');
  // A finished game is there again when the page is loaded anew.
  const played = await moves(page).allTextContents();
  await page.goto('/play');
  await expect(status(page)).toContainText('1–0');
  await expect(moves(page)).toHaveText(played);
});

test('a game of makruk is played to its end against MINT', async ({ page }) => {
  test.setTimeout(600_000);
  await begin(page, { engine: 'mint', variant: 'makruk' });
  await playOut(page, 'makruk', 160, 30_000);
  await expect(status(page)).toContainText(/1–0|½–½/);
  await shot(page, 'makruk-to-the-end');
});

test('castles by the king, and by the rook', async ({ page }) => {
  for (const to of ['g1', 'h1']) {
    await begin(page, { engine: 'sameshi', fen: 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1' }, { level: '1 ply' });
    await click(page, 'e1', to);
    await expect(moves(page).first()).toHaveText('O-O');
  }
});

test('promotes to what is chosen', async ({ page }) => {
  await begin(page, { engine: 'sameshi', fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' }, { level: '1 ply' });
  await click(page, 'a7', 'a8');
  await expect(page.getByRole('dialog')).toBeVisible();
  await shot(page, 'promotion');
  await page.getByRole('button', { name: 'knight' }).click();
  await expect(moves(page).first()).toHaveText('a8=N');
});

test('shows a promoted bia that is no met', async ({ page }) => {
  await begin(page, { engine: 'mint', variant: 'makruk', fen: '4k3/8/r7/1P6/8/8/8/3KM3 w - - 0 1' });
  await type(page, 'bxa6');
  await expect(moves(page).first()).toHaveText('bxa6=M');
  await expect(page.locator('.men-makruk piece.m-piece.promoted.white')).toHaveCount(1);
  const pictures = await page.locator('.men-makruk piece.m-piece.white').evaluateAll(nodes => nodes.map(node => getComputedStyle(node).backgroundImage));
  expect(new Set(pictures).size).toBe(2);
  await shot(page, 'promoted-bia');
});

test('tells who counts in makruk', async ({ page }) => {
  await begin(page, { engine: 'mint', variant: 'makruk', fen: '8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1' }, { color: 'black' });
  await expect(page.locator('.counting')).toContainText('You count: 4 of 44');
});

test('takes back and plays again', async ({ page }) => {
  await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
  await type(page, 'e4');
  await expect(moves(page)).toHaveCount(2);
  const answer = await moves(page).last().textContent();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.locator('.moves .move.here')).toHaveCount(0);
  await expect(status(page)).toHaveText('Your move.');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page.locator('.moves .move.here')).toHaveText(answer!);
  await page.getByRole('button', { name: 'Take back' }).click();
  await type(page, 'd4');
  await expect(moves(page).first()).toHaveText('d4');
});

test('understands moves as people type them, and answers others', async ({ page }) => {
  await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
  for (const [i, text] of ['e4', 'd2-d4', 'g1f3', 'Nc3'].entries()) {
    await type(page, text);
    await expect(moves(page)).toHaveCount(2 * i + 2);
    await expect(status(page)).toHaveText(/Your move/);
  }
  for (const [text, answer] of [['Ke5', 'not a legal move'], ['hello', 'not a move']] as const) {
    await type(page, text);
    await expect(page.locator('.trouble').first()).toContainText(answer);
  }
  await expect(moves(page)).toHaveCount(8);
});

test('gives a hint, takes a draw or not, and resigns', async ({ page }) => {
  await begin(page, { engine: 'sameshi', fen: 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1' }, { level: '1 ply' });
  // By degrees: which man, then where.
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.note').first()).toContainText('your queen on h5');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.note').last()).toContainText('Qxf7#');
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await expect(status(page)).toContainText('A draw by agreement');
  await begin(page, { engine: 'sameshi', fen: '3qk3/8/8/8/8/8/8/4K3 w - - 0 1' }, { level: '1 ply' });
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await expect(page.locator('.note').first()).toContainText('declines');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'No, go on' }).click();
  await expect(status(page)).toContainText('Your move');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(status(page)).toContainText('0–1');
  await expect(status(page)).toContainText('White resigns');
});

test('plays with a clock, and time runs out', async ({ page }) => {
  await page.goto('/play?engine=sameshi');
  await page.locator('select[name=clock]').selectOption('60+0');
  await page.clock.install();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.locator('.clock.running')).toBeVisible();
  await page.clock.runFor(61_000);
  await expect(status(page)).toContainText('White has used up the time');
});

test('starts Chess960 from another row', async ({ page }) => {
  await page.goto('/play?engine=kempelen&variant=chess960');
  await page.getByText('Start position and settings').click();
  await page.locator('input[name=start]').fill('bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1');
  await page.locator('select[name=level]').selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Begin' }).click();
  await type(page, 'f3');
  await expect(moves(page)).toHaveCount(2);
});

test('is played from the keyboard alone', async ({ page }) => {
  await page.goto('/');
  const tabTo = async (what: import('@playwright/test').Locator) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      if (await what.evaluate(node => node === document.activeElement).catch(() => false)) return;
    }
    throw new Error('the keyboard does not get there');
  };
  await tabTo(page.getByRole('link', { name: 'Play SARGON' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('select[name=engine]')).toHaveValue('sargon');
  await tabTo(page.locator('select[name=level]'));
  await page.keyboard.press('Home');
  await tabTo(page.getByRole('button', { name: 'Begin' }));
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('Your move.');
  await page.locator('body').press('Tab');
  await tabTo(page.locator('[data-square=e2]'));
  await expect(page.locator('[data-square=e2]')).toHaveAttribute('aria-label', 'e2, white pawn');
  await page.keyboard.press('Enter');
  await expect(page.locator('#spoken')).toHaveText('e2, white pawn taken up, 2 targets');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-square=e4]')).toHaveAttribute('aria-label', 'e4, can go here');
  await shot(page, 'keyboard');
  await page.keyboard.press('Enter');
  await expect(moves(page)).toHaveCount(2);
  await expect(page.locator('#spoken')).toContainText('SARGON: ');
});

test('every machine sits down and moves', async ({ page }) => {
  const machines = (await (await page.request.get('/api/engines')).json()) as { id: string; name: string; variants: string[] }[];
  expect(machines.length).toBeGreaterThanOrEqual(8);
  for (const { id, name, variants } of machines) {
    for (const variant of variants) {
      await page.goto(`/play?${new URLSearchParams({ engine: id, variant })}`);
      await page.locator('select[name=level]').selectOption({ index: 0 });
      await page.locator('select[name=color]').selectOption('black');
      await page.getByRole('button', { name: 'Begin' }).click();
      await expect(page.locator('.moves .move'), `${name}, ${variant}`).toHaveCount(1, { timeout: 60_000 });
      await expect(status(page)).toHaveText('Your move.');
    }
  }
});

test('castles in Chess960 by the rook', async ({ page }) => {
  await begin(page, { engine: 'kempelen', variant: 'chess960', fen: '1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w BFbf - 0 1' }, { level: 'rating 800' });
  // The king already stands beside its rook: only the rook tells that castling is meant.
  await click(page, 'e1', 'f1');
  await expect(moves(page).first()).toHaveText('O-O');
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test('taps and drags men', async ({ page }) => {
    await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
    await ready(page);
    for (const square of ['e2', 'e4']) {
      const box = (await page.locator(`.table [data-square="${square}"]`).boundingBox())!;
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    }
    await expect(moves(page)).toHaveCount(2);
    await expect(status(page)).toHaveText('Your move.');
    const [from, to] = [(await page.locator('.table [data-square="g1"]').boundingBox())!, (await page.locator('.table [data-square="f3"]').boundingBox())!];
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number; width: number; height: number }) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }] : [] });
    await touch('touchStart', from);
    await touch('touchMove', { ...to, y: (from.y + to.y) / 2 });
    await touch('touchMove', to);
    await touch('touchEnd');
    await expect(moves(page).nth(2)).toHaveText('Nf3');
    await shot(page, 'touch');
  });
});

test.describe('over a bad line', () => {
  // The browser itself complains here.
  test.use({ quiet: false });

  test('loses the connection while the machine thinks, and nothing else', async ({ page }) => {
    let cut = true;
    await page.routeWebSocket(/api\/analyse/, socket => {
      const server = socket.connectToServer();
      socket.onMessage(message => {
        if (cut) {
          cut = false;
          server.close().catch(() => {});
          void socket.close();
        } else server.send(message);
      });
    });
    await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
    await type(page, 'e4');
    await expect(page.locator('.note').first()).toContainText('connection to the server was lost');
    await expect(moves(page)).toHaveText(['e4']);
    await page.getByRole('button', { name: 'Let it move' }).click();
    await expect(moves(page)).toHaveCount(2);
  });
});
