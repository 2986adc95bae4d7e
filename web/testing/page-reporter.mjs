import { DefaultReporter } from 'vitest/node';
import { nowAndThen, slowest, UnderWay } from './progress.mjs';

/** Reports page tests in a few lines: the failures, the progress of the run, and the slowest. */
export default class PageReporter extends DefaultReporter {
  tests = 0;
  files = 0;
  all = 0;
  tell = nowAndThen((line) => this.log(line));
  underWay = new UnderWay((line) => this.log(line));

  constructor() {
    super({ summary: false });
  }

  onTestRunStart(specifications) {
    super.onTestRunStart(specifications);
    this.all = specifications.length;
  }

  onTestCaseReady(test) {
    super.onTestCaseReady(test);
    this.underWay.begin(this.nameOf(test));
  }

  onTestCaseResult(test) {
    super.onTestCaseResult(test);
    this.underWay.end(this.nameOf(test));
    this.tests += 1;
    this.tell(() => `page tests: ${this.files} of ${this.all} files, ${this.tests} tests, ${test.module.project.name}`);
  }

  onTestModuleEnd(module) {
    this.files += 1;
    super.onTestModuleEnd(module);
  }

  printTestModule(module) {
    if (module.state() === 'failed') super.printTestModule(module);
  }

  // The failures come last: a reader of the end of a log, above all CI's, finds them there.
  onTestRunEnd(modules, errors, reason) {
    // Somebody who runs one or two files sees how long they take.
    if (this.all >= 20) this.tellSlowest(modules);
    super.onTestRunEnd(modules, errors, reason);
  }

  nameOf(test) {
    return `${this.relative(test.module.moduleId)}: ${test.fullName}`;
  }

  tellSlowest(modules) {
    const name = (module) => `${this.relative(module.moduleId)} (${module.project.name})`;
    const of = (module) => {
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
        module.diagnostic();
      return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
    };
    const files = modules.map((module) => ({ name: name(module), ms: of(module) }));
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: this.nameOf(test),
        ms: test.diagnostic()?.duration ?? 0,
      })),
    );
    for (const line of slowest('page tests, slowest files', files)) this.log(line);
    for (const line of slowest('page tests, slowest tests', tests)) this.log(line);
  }
}
