import { defineConfig } from 'vitest/config';

// What runs in a browser is Playwright's.
export default defineConfig({ test: { include: ['tests/**/*.test.ts'] } });
