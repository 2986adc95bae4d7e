// Puts a .br and a .gz beside every text file of dist/, so that the server only chooses one by Accept-Encoding.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(html|js|css|svg|json|webmanifest|txt)$/;
/** Below this size, compression saves nothing. */
const WORTH_IT = 256;

let files = 0;
for (const name of readdirSync('dist', { recursive: true })) {
  const path = join('dist', name);
  if (!TEXT.test(name) || name.startsWith('.vite') || !statSync(path).isFile()) continue;
  const plain = readFileSync(path);
  if (plain.length < WORTH_IT) continue;
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  );
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }));
  files++;
}
// vite empties dist/; the Go package needs one committed file in it to compile without a build.
writeFileSync('dist/.gitkeep', '');
console.log(`compressed ${files} files`);
