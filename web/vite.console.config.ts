import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CHUNKS, readGraph } from './chunks';

/** The address of the operator listener for `npm run dev:console`. */
const backend = process.env.KRAPAO_OPERATOR_BACKEND ?? 'http://127.0.0.1:8081';

/** The house's own console: a build of its own, so that the members' chunks do not change with it. */
export default defineConfig({
  root: 'src/console',
  publicDir: false,
  plugins: [react(), tailwindcss(), readGraph],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: {
    fs: { allow: ['../..'] },
    proxy: {
      '/api': backend,
      '/export': backend,
      '/files': backend,
      '/media': backend,
      '/socket.io': { target: backend, ws: true },
    },
  },
  build: {
    outDir: '../../dist-console',
    emptyOutDir: true,
    target: ['es2022', 'chrome107', 'safari16'],
    cssTarget: ['chrome107', 'safari16'],
    // Inline data: URLs would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
});
