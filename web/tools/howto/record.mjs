// Draws the demo's tutorial videos and their posters into public/videos, in Chromium: node tools/howto/record.mjs
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';

process.chdir(new URL('../..', import.meta.url).pathname);
const lessons = JSON.parse(readFileSync('tools/howto/lessons.json', 'utf8'));
const font = (name) => readFileSync(`node_modules/@fontsource/${name}`, 'base64');
const fonts = [
  ['Anuphan', font('anuphan/files/anuphan-thai-600-normal.woff2'), 'U+0E00-0E7F'],
  ['Anuphan', font('anuphan/files/anuphan-latin-600-normal.woff2'), 'U+0000-00FF, U+2000-206F'],
  ['Noto Sans Lao', font('noto-sans-lao/files/noto-sans-lao-lao-600-normal.woff2'), 'U+0E80-0EFF'],
];
// The app's own icons, dyes and weave.
const icons = Object.fromEntries(
  [...readFileSync('src/shared/ui/icon.tsx', 'utf8').matchAll(/^ {2}'?([\w-]+)'?:\s+'(M[^']+)',$/gm)].map(
    ([, name, path]) => [name, path],
  ),
);
const vite = await createServer({ server: { middlewareMode: true, hmr: false, ws: false }, appType: 'custom' });
const { DYES } = await vite.ssrLoadModule('/src/shared/art/dyes.ts');
const { Weave } = await vite.ssrLoadModule('/src/shared/art/weave.tsx');

/** Runs in the page: plays the scenes on a canvas and records them. */
async function record({ lesson, fonts }) {
  for (const [family, data, unicodeRange] of fonts) {
    const face = new FontFace(family, `url(data:font/woff2;base64,${data})`, { weight: '600', unicodeRange });
    document.fonts.add(await face.load());
  }
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
  document.body.replaceChildren(canvas);
  const g = canvas.getContext('2d');
  const draw = window.film(lesson);
  const [seconds, count] = [3.2, lesson.scenes.length];
  draw(g, 0, 0);
  const recorder = new MediaRecorder(canvas.captureStream(15), {
    mimeType: 'video/mp4;codecs=avc1.42E01E',
    videoBitsPerSecond: 260_000,
    videoKeyFrameIntervalCount: 1000, // one fragment, so that players know the length from the start
  });
  const chunks = [];
  recorder.ondataavailable = (event) => chunks.push(event.data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  const began = performance.now();
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const at = (performance.now() - began) / 1000 / seconds;
      const index = Math.min(Math.floor(at), count - 1);
      draw(g, index, Math.min(at - index, 1));
      if (at < count + 0.3) return;
      clearInterval(timer);
      resolve();
    }, 1000 / 15);
  });
  await new Promise((resolve) => setTimeout(resolve, 4000)); // the encoder lags on a busy machine
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

mkdirSync('public/videos', { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const [id, lesson] of Object.entries(lessons)) {
  const page = await browser.newPage();
  await page.evaluate(([ICONS, dyes]) => Object.assign(window, { ICONS, DYES: dyes }), [icons, DYES]);
  await page.addScriptTag({ path: 'tools/howto/draw.js' });
  const video = Buffer.from(await page.evaluate(record, { lesson, fonts }), 'base64');
  writeFileSync(`public/videos/${id}.mp4`, video);
  writeFileSync(`public/videos/${id}.svg`, poster(id, lesson.dye));
  console.log(`${id}: ${Math.round(video.length / 1024)} kB`);
  await page.close();
}
await browser.close();
await vite.close();

/** The app writes the number and the title over it, so it contains no text. */
function poster(id, dye) {
  return renderToStaticMarkup(createElement(Weave, { code: `howto-${id}`, dye, scrim: false }))
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" ')
    .replace(/ class="[^"]*"/, '');
}
