// Reads a build: which files a module needs, and how large they are.
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The build in a folder, by its manifest. */
export function built(dist) {
  if (!existsSync(`${dist}/.vite/manifest.json`)) fail(`no build in ${dist}: run \`npm run build\` first`);
  const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'));
  const sizes = new Map();
  const memo = (key, make) => {
    if (!sizes.has(key)) sizes.set(key, make());
    return sizes.get(key);
  };
  const read = (file) => readFileSync(`${dist}/${file}`);

  /** The files of a module and of all its static imports. */
  function closure(key, seen = new Set()) {
    const chunk = manifest[key] ?? fail(`${key} is not in the build`);
    if (seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const child of chunk.imports ?? []) closure(child, seen);
    return seen;
  }

  return {
    manifest,
    closure,
    read,
    /** Sizes of a file, in kB of 1024 bytes. */
    gzip: (file) => memo(`gz ${file}`, () => gzipSync(read(file), { level: 9 }).length / 1024),
    brotli: (file) => memo(`br ${file}`, () => brotliCompressSync(read(file)).length / 1024),
    raw: (file) => read(file).length / 1024,
  };
}

export const sum = (files, size) => [...files].reduce((total, file) => total + size(file), 0);
export const minus = (files, others) => new Set([...files].filter((file) => !others.has(file)));
export const union = (...sets) => new Set(sets.flatMap((set) => [...set]));

const budgets = JSON.parse(readFileSync('budgets.json', 'utf8'));

/** Collects what is checked against budgets.json. */
export function budgetTable() {
  const rows = [];
  return {
    check(name, value, subject = '') {
      const { gate } = budgets[name];
      const over = value > gate;
      rows.push({
        over,
        text: `${over ? 'OVER' : 'ok  '} ${name.padEnd(12)} ${value.toFixed(1).padStart(7)} of ${String(gate).padStart(4)} kB  ${subject.replace('src/', '')}`,
      });
    },
    /** Prints it; ends the program if a budget is exceeded. */
    tell() {
      for (const row of rows) console.log(row.text);
      if (rows.some((row) => row.over)) fail('over budget');
    },
  };
}

export function fail(text) {
  console.error(text);
  process.exit(1);
}
