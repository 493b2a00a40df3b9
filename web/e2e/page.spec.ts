import { begin, expect, shot, status, test, type } from './helpers';

const ROOMS = ['/', '/play', '/analyse?moves=e4+e5+Nf3', '/doors?engine=sargon&depth=2&moves=e4+e5+Nf3', '/lesson', '/kim'];

test('fits a screen of 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const room of ROOMS) {
    await page.goto(room);
    await page.waitForTimeout(700);
    const { wide, inner } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, inner: innerWidth }));
    expect(wide, room).toBeLessThanOrEqual(inner);
    await shot(page, `narrow${room.split('?')[0]!.replaceAll('/', '-')}`);
  }
  await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
  await type(page, 'e4');
  await expect(page.locator('.moves .move')).toHaveCount(2);
  await shot(page, 'narrow-game');
});

test('has a light, a dark and a strong dress', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.door').first()).toBeVisible();
  for (const theme of ['light', 'dark', 'contrast']) {
    await page.getByRole('button', { name: /^Colours/ }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await shot(page, `cabinet-${theme}`);
  }
  await page.goto('/play');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await shot(page, 'play-contrast');
});

test('text can be read against its ground in every dress', async ({ page }) => {
  for (const theme of ['light', 'dark', 'contrast']) {
    await page.goto('/');
    await page.evaluate(name => localStorage.setItem('kempelen.theme', name), theme);
    await page.goto('/play');
    const worst = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const light = (name: string) => {
        const hex = style.getPropertyValue(`--${name}`).trim().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
        const parts = [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16) / 255).map(c => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]!;
      };
      const ratio = (a: string, b: string) => {
        const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
        return (x! + 0.05) / (y! + 0.05);
      };
      return Math.min(...['ink', 'muted', 'accent', 'good', 'bad', 'info'].flatMap(text => ['paper', 'panel', 'raised'].map(ground => ratio(text, ground))), ratio('on-accent', 'accent'));
    });
    expect(worst, theme).toBeGreaterThanOrEqual(4.5);
  }
});

test('paints within a second', async ({ page }) => {
  for (const room of ['/', '/play', '/analyse', '/doors']) {
    await page.goto(room);
    const paint = await page.evaluate(() => new Promise<number>(told => {
      new PerformanceObserver(list => {
        const [first] = list.getEntriesByName('first-contentful-paint');
        if (first) told(first.startTime);
      }).observe({ type: 'paint', buffered: true });
    }));
    console.log(`first contentful paint of ${room}: ${paint.toFixed(0)} ms`);
    expect(paint, room).toBeLessThan(1000);
  }
});

test.describe('without a server', () => {
  // The browser itself complains here.
  test.use({ quiet: false });

  test('lives on when the server is gone for a while', async ({ page }) => {
    await begin(page, { engine: 'sameshi' }, { level: '1 ply' });
    await page.route('**/api/state', route => route.abort());
    await type(page, 'e4');
    await expect(page.locator('.trouble').first()).toContainText('server does not answer');
    await page.unroute('**/api/state');
    await type(page, 'e4');
    await expect(page.locator('.moves .move')).toHaveCount(2);
    await expect(status(page)).toHaveText('Your move.');
  });
});
