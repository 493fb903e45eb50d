import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwind()],
  // From its sources, so that the client needs no build before the console.
  resolve: {
    alias: { '@outdial/client/events': join(import.meta.dirname, '../../packages/client/src/events.ts') },
  },
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // A data: URL would need an exception in the page's content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
});
