import { defineConfig } from 'vite';

// The program serves the interface while the page is worked on.
const PROXY = { '/api': { target: 'http://127.0.0.1:8770', ws: true } };

export default defineConfig({
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    // Small pictures stay in the styles; the page may load nothing from elsewhere anyway.
    assetsInlineLimit: 8192,
    modulePreload: { polyfill: false },
  },
  server: { proxy: PROXY },
  preview: { proxy: PROXY },
});
