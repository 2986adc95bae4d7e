// How far a run of tests is, and what took longest: what the reporters of page tests and of journeys have in common.
import { appendFileSync, mkdirSync } from 'node:fs';

/** A line of progress is told so far apart. */
const EVERY_MS = 15_000;
/** What is under way for so long is told of, and again after as long. */
const LONG_MS = 60_000;
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

/** Tells what takes long while it does. No test here gives up early, so a run that stands still has to say for what it waits. */
export class UnderWay {
  #begun = new Map();

  constructor(say) {
    const tell = () => {
      for (const [name, { since, at }] of this.#begun) {
        const ms = performance.now() - since;
        if (ms > LONG_MS) say(`under way for ${Math.round(ms / 1000)} s: ${name}${at ? `: ${at}` : ''}`);
      }
    };
    // biome-ignore lint/plugin/waits: it tells a person how long it has been, and no test waits for it
    setInterval(tell, LONG_MS).unref();
  }

  begin(name) {
    this.#begun.set(name, { since: performance.now() });
  }

  /** Where in it the test is. */
  step(name, at) {
    Object.assign(this.#begun.get(name) ?? {}, { at });
  }

  end(name) {
    this.#begun.delete(name);
  }
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
