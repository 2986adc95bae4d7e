import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the member listener. */
const backend = process.env.KRAPAO_BACKEND ?? 'http://127.0.0.1:8080';

/**
 * What every screen stands on and the first one loads anyway. As one file: left to itself the bundler cuts it in ten, one
 * for each set of pages that share a part, and small pieces compress worse.
 */
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[a-z-]+|openapi-fetch|class-variance-authority|clsx)\//;
const GROUND =
  /src\/shared\/(api\/(client|confirm-identity|error|request)|i18n\/index|config|paths|session\/\w+|hooks\/(use-online|use-sheet)|ui\/(icon|spinner|button|field)|lib\/(lazy-page|phone|when-idle|uuid|install-offer))\.tsx?$/;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: {
    proxy: {
      '/api': backend,
      '/config.json': backend,
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
        codeSplitting: { groups: [{ name: 'base', test: (id) => LIBRARIES.test(id) || GROUND.test(id) }] },
      },
    },
  },
});
