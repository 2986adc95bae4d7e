// Draws the demo's tutorial videos and their posters into public/videos, in Chromium: node tools/howto/record.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';

const lessons = JSON.parse(readFileSync(new URL('lessons.json', import.meta.url), 'utf8'));
const font = (name) => readFileSync(new URL(`../../node_modules/@fontsource/${name}`, import.meta.url), 'base64');
const fonts = [
  ['Anuphan', font('anuphan/files/anuphan-thai-600-normal.woff2'), 'U+0E00-0E7F'],
  ['Anuphan', font('anuphan/files/anuphan-latin-600-normal.woff2'), 'U+0000-00FF, U+2000-206F'],
  ['Noto Sans Lao', font('noto-sans-lao/files/noto-sans-lao-lao-600-normal.woff2'), 'U+0E80-0EFF'],
];

/** Runs in the page: plays the steps on a canvas, records them, and takes a poster of the first. */
async function record({ steps, fonts }) {
  for (const [family, data, unicodeRange] of fonts) {
    const face = new FontFace(family, `url(data:font/woff2;base64,${data})`, { weight: '600', unicodeRange });
    document.fonts.add(await face.load());
  }
  const [width, height, seconds] = [640, 360, 3];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const g = canvas.getContext('2d');
  const line = (text, size, color, y, slide) => {
    g.font = `600 ${size}px Anuphan, "Noto Sans Lao"`;
    g.fillStyle = color;
    g.fillText(text, width / 2 + slide, y, width - 48);
  };
  const draw = (time) => {
    const at = Math.min(Math.floor(time / seconds), steps.length - 1);
    const shown = Math.min((time - at * seconds) / 0.35, 1);
    const slide = (1 - shown) ** 3 * 60;
    g.globalAlpha = 1;
    g.fillStyle = '#0b1016';
    g.fillRect(0, 0, width, height);
    g.textAlign = 'center';
    g.globalAlpha = shown;
    g.fillStyle = '#ffb224';
    g.beginPath();
    g.arc(width / 2 + slide, 84, 34, 0, 2 * Math.PI);
    g.fill();
    line(String(at + 1), 34, '#1f1300', 96, slide);
    const [thai, lao, english] = steps[at];
    line(thai, 32, '#f3f6f8', 182, slide);
    line(lao, 22, '#b4c1cc', 228, slide);
    line(english, 20, '#8b9cab', 266, slide);
    g.globalAlpha = 1;
    for (let i = 0; i < steps.length; i++) {
      g.fillStyle = i === at ? '#ffb224' : '#31445a';
      g.fillRect(width / 2 + (i - steps.length / 2) * 44 + 4, 322, 36, 5);
    }
  };
  draw(1);
  const poster = canvas.toDataURL('image/webp', 0.8).split(',')[1];
  const recorder = new MediaRecorder(canvas.captureStream(10), {
    mimeType: 'video/mp4;codecs=avc1.42E01E',
    videoBitsPerSecond: 120_000,
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
      const time = (performance.now() - began) / 1000;
      draw(time);
      if (time > steps.length * seconds + 1.5) {
        clearInterval(timer);
        resolve();
      }
    }, 1000 / 10);
  });
  await new Promise((resolve) => setTimeout(resolve, 4000)); // the encoder is behind on a busy machine
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { poster, video: btoa(text) };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const [id, steps] of Object.entries(lessons)) {
  const page = await browser.newPage();
  const { poster, video } = await page.evaluate(record, { steps, fonts });
  writeFileSync(`public/videos/${id}.mp4`, Buffer.from(video, 'base64'));
  writeFileSync(`public/videos/${id}.webp`, Buffer.from(poster, 'base64'));
  await page.close();
}
await browser.close();
