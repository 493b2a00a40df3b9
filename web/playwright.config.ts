import { defineConfig } from '@playwright/test';

// The program under test, and the browser: the one named, or else Playwright's own.
const url = process.env['KEMPELEN_URL'] ?? 'http://127.0.0.1:8771';
const browser = process.env['CHROMIUM'] || undefined;
const program = process.env['KEMPELEN'] ?? '../target/debug/kempelen';

export default defineConfig({
  testDir: 'e2e',
  // Pictures for docs/ are taken by `make pictures` alone.
  testIgnore: process.env['KEMPELEN_PICTURES'] ? [] : ['pictures.spec.ts'],
  outputDir: 'e2e/results',
  workers: 1,
  retries: process.env['CI'] ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  ...(process.env['KEMPELEN_URL'] ? {} : { webServer: { command: `${program} serve --addr 127.0.0.1:8771`, url: `${url}/api/engines`, reuseExistingServer: false, timeout: 60_000 } }),
});
