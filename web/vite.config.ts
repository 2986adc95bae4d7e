import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CHUNKS, readGraph } from './chunks';
import { pseudoTexts } from './testing/pseudo.mjs';

/** The address of the member listener for `npm run dev`. */
const backend = process.env.KRAPAO_BACKEND ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), tailwindcss(), readGraph, pseudoTexts],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: {
    proxy: {
      '/api': backend,
      '/config.json': backend,
      '/export': backend,
      '/files': backend,
      '/media': backend,
      '/socket.io': { target: backend, ws: true },
    },
  },
  build: {
    target: ['es2022', 'chrome107', 'safari16'],
    cssTarget: ['chrome107', 'safari16'],
    // Inline data: URLs would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: CHUNKS,
        },
      },
    },
  },
});
