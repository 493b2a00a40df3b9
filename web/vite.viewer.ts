import { defineConfig } from 'vite';

/** The viewer that exported pages carry with them: one script and one style sheet under fixed names. */
export default defineConfig({
  build: {
    outDir: 'dist/site',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    cssCodeSplit: false,
    lib: { entry: 'src/viewer.ts', formats: ['iife'], name: 'kempelen', fileName: () => 'viewer.js', cssFileName: 'viewer' },
  },
});
