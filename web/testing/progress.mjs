// The progress of a run of tests, and the slowest: the shared code of the reporters of page tests and of journeys.
import { appendFileSync, mkdirSync } from 'node:fs';

/** The minimum time between two lines of progress. */
const EVERY_MS = 15_000;
/** A test that runs this long is reported, and again after the same time. */
const LONG_MS = 60_000;
const SLOWEST = 20;

/** Prints progress lines, but not the first one and no more than one in an interval. */
export function nowAndThen(say) {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < EVERY_MS) return;
    last = performance.now();
    say(line());
  };
}

/**
 * Reports slow tests while they run. No test here has a short timeout, so a run that does not proceed must say what it
 * waits for.
 */
export class UnderWay {
  #begun = new Map();

  constructor(say) {
    const tell = () => {
      for (const [name, { since, at }] of this.#begun) {
        const ms = performance.now() - since;
        if (ms > LONG_MS) say(`under way for ${Math.round(ms / 1000)} s: ${name}${at ? `: ${at}` : ''}`);
      }
    };
    // biome-ignore lint/plugin/waits: it reports to a person how long a test has run, and no test waits for it
    setInterval(tell, LONG_MS).unref();
  }

  begin(name) {
    this.#begun.set(name, { since: performance.now() });
  }

  /** The step at which the test is. */
  step(name, at) {
    Object.assign(this.#begun.get(name) ?? {}, { at });
  }

  end(name) {
    this.#begun.delete(name);
  }
}

/**
 * The slowest of `{ name, ms }`: as lines for the end of a run, and in the file in which `make test` collects its costs
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
