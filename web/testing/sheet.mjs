// Puts pictures of one screen on one sheet, a WebP.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const QUALITY = 55;
const GAP = 16;

export const image = (size) => (file) =>
  `<img ${size} src="data:image/png;base64,${readFileSync(file).toString('base64')}">`;

/** Makes each sheet whose pictures are all there: rows of pictures, each with the width at which it is laid. */
export async function sheets(browser, wanted) {
  const queue = [...wanted];
  const work = async () => {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    for (let one = queue.shift(); one; one = queue.shift())
      if (one.rows.flat().every(({ file }) => existsSync(file)))
        writeFileSync(one.to, await sheet(page, session, one.rows));
    await page.close();
  };
  await Promise.all([work(), work(), work()]);
}

/** Encoded by the browser itself, which can write WebP: no further tool is needed. */
async function sheet(page, session, rows) {
  const cell = ({ file, width }) => `<td>${image(`width="${width}"`)(file)}</td>`;
  const table = rows.map((row) => `<tr>${row.map(cell).join('')}`).join('');
  await page.setContent(
    `<style>body{margin:0;background:#2a3642}table{border-spacing:${GAP}px}td{padding:0;vertical-align:top;text-align:center}img{display:inline-block;vertical-align:top}</style><table>${table}</table>`,
  );
  const size = await page.evaluate(async () => {
    await Promise.all([...document.images].map((one) => one.decode()));
    const { width, height } = document.querySelector('table').getBoundingClientRect();
    return { width: Math.ceil(width), height: Math.ceil(height) };
  });
  await page.setViewportSize(size);
  const clip = { x: 0, y: 0, scale: 1, ...size };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  return Buffer.from(data, 'base64');
}
