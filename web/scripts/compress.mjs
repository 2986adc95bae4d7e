// Puts a .br and a .gz beside every text file of dist/ and dist-console/, so that the server only chooses one by Accept-Encoding.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(html|js|css|svg|json|webmanifest|txt)$/;
/** Below this size, compression saves nothing. */
const WORTH_IT = 256;

let files = 0;
const names = ['dist', 'dist-console'].flatMap((dist) =>
  readdirSync(dist, { recursive: true }).map((name) => join(dist, name)),
);
for (const path of names) {
  if (!TEXT.test(path) || path.includes('.vite') || !statSync(path).isFile()) continue;
  const plain = readFileSync(path);
  if (plain.length < WORTH_IT) continue;
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  );
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }));
  files++;
}
// vite empties both; the Go package needs one committed file in each to compile without a build.
for (const dist of ['dist', 'dist-console']) writeFileSync(`${dist}/.gitkeep`, '');
console.log(`compressed ${files} files`);
