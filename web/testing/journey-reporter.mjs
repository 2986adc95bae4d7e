import { slowest, UnderWay } from './progress.mjs';

/** Reports journeys: a line for each that has ended, with the progress of the run; the failures; and the slowest. */
export default class JourneyReporter {
  took = [];
  failed = [];
  done = 0;
  underWay = new UnderWay(console.log);

  onBegin(_config, suite) {
    this.all = suite.allTests().length;
  }

  onTestBegin(test) {
    this.underWay.begin(nameOf(test));
  }

  onStepBegin(test, _result, step) {
    this.underWay.step(nameOf(test), step.title);
  }

  /** What a journey counted. */
  onStdOut(chunk) {
    process.stdout.write(chunk);
  }

  onTestEnd(test, result) {
    this.done += 1;
    const name = nameOf(test);
    this.underWay.end(name);
    this.took.push({ name, ms: result.duration });
    const right = result.status === test.expectedStatus;
    if (!right) this.failed.push({ name, result });
    const outcome = right ? '' : `  ${result.status.toUpperCase()}`;
    console.log(`[${this.done}/${this.all}] ${(result.duration / 1000).toFixed(1)} s  ${name}${outcome}`);
    if (!right) this.why(name, result);
  }

  onError(error) {
    console.error(error.stack ?? error.message);
  }

  why(name, { errors, attachments }) {
    console.error(`\n${name}`);
    for (const { message, snippet, stack } of errors)
      console.error([message ?? stack, snippet].filter(Boolean).join('\n'));
    for (const { path } of attachments) if (path) console.error(`  kept: ${path}`);
  }

  onEnd({ status }) {
    if (this.done > 1) for (const line of slowest('journeys, slowest', this.took)) console.log(line);
    console.log(`${this.done} of ${this.all} journeys, ${this.failed.length} failed: ${status}`);
    // Once more at the end, which is all that CI keeps of a long run.
    for (const { name, result } of this.failed) this.why(name, result);
  }
}

const nameOf = (test) => test.titlePath().filter(Boolean).join(': ');
