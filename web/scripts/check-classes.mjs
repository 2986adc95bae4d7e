// Checks that every class in the code is in the style sheet of its build, dist/ or dist-console/: Tailwind leaves out
// unknown classes silently. Exits 1 and names each offence.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ofConsole = (name) => name.startsWith('console/');
const sheets = { dist: knownIn('dist'), 'dist-console': knownIn('dist-console') };

const problems = [];
const files = readdirSync('src', { recursive: true }).filter((name) => /\.tsx$/.test(name) && !/\.test\./.test(name));
for (const name of files) {
  const known = sheets[ofConsole(name) ? 'dist-console' : 'dist'];
  const code = readFileSync(join('src', name), 'utf8');
  for (const given of classesOf(code))
    for (const one of given.split(/\s+/)) if (one && !known.has(one)) problems.push(`${name}: ${one} makes no CSS`);
}
for (const problem of new Set(problems)) console.error(problem);
if (problems.length) process.exit(1);
console.log(`the classes of ${files.length} files are in their style sheets`);

/** The classes that a build's style sheets have. */
function knownIn(dist) {
  const known = new Set(['group']);
  for (const name of readdirSync(`${dist}/assets`).filter((file) => file.endsWith('.css')))
    for (const [, selector] of readFileSync(`${dist}/assets/${name}`, 'utf8').matchAll(/\.((?:\\.|[\w-])+)/g))
      known.add(selector.replace(/\\(.)/g, '$1'));
  return known;
}

/** The class names of each className, and of the constants that it names. */
function classesOf(code) {
  const found = [];
  for (const { index } of code.matchAll(/className=/g)) {
    const from = index + 'className='.length;
    if (code[from] === '"') found.push(code.slice(from + 1, code.indexOf('"', from + 1)));
    else found.push(...wordsOf(braced(code, from), code));
  }
  return found;
}

/** The text between a brace and its closing brace. */
function braced(code, from) {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '{') depth++;
    if (code[at] === '}' && --depth === 0) return code.slice(from + 1, at);
  }
  return '';
}

function wordsOf(expression, code, seen = new Set()) {
  const found = [];
  // First the template's own text, then the values filled into it.
  let rest = expression.replace(/`([^`]*)`/g, (_, template) => {
    const filled = [];
    found.push(template.replace(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g, (_all, inner) => filled.push(inner) && ' '));
    return filled.join(' ; ');
  });
  // A string that a value is compared with is not a class.
  rest = rest
    .replace(/[=!]==\s*'[^']*'/g, '')
    .replace(/\[['"][^'"]*['"]\]/g, '')
    .replace(/\(['"][^'"]*['"]\)/g, '');
  for (const [, words] of rest.matchAll(/'([^']*)'/g)) found.push(words);
  for (const [constant] of rest.matchAll(/\b[A-Z][A-Z_]+\b/g)) {
    if (seen.has(constant)) continue;
    seen.add(constant);
    const start = new RegExp(`const ${constant}\\b[^=]*=\\s*`).exec(code);
    if (!start || code.startsWith('new ', start.index + start[0].length)) continue;
    const from = start.index + start[0].length;
    const value = code[from] === '{' ? braced(code, from) : code.slice(from, code.indexOf(';', from));
    found.push(...wordsOf(value, code, seen));
  }
  return found;
}
