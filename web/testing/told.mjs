// How far a run of tests is, and what took longest: what the reporters of page tests and of journeys have in common.
import { appendFileSync, mkdirSync } from 'node:fs';

/** A line of progress is told so far apart. */
const EVERY_MS = 15_000;
const SLOWEST = 20;

/** Tells each thing that is said, but the first and no more than one in a while. */
export function nowAndThen(say) {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < EVERY_MS) return;
    last = performance.now();
    say(line());
  };
}

/**
 * What took longest, of `{ name, ms }`: as lines for the end of a run, and where `make test` keeps what it costs
 * (KRAPAO_COSTS) for the end of the whole.
 */
export function slowest(title, took) {
  const most = took.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  const lines = [title, ...most.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`)];
  const kept = process.env.KRAPAO_COSTS;
  if (kept) {
    mkdirSync(kept, { recursive: true });
    appendFileSync(`${kept}/pages`, `${lines.join('\n')}\n`);
  }
  return lines;
}
