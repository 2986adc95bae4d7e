import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { TEST_PATIENCE } from '../testing/patience.mjs';

/** The running product: `krapao demo` with a data directory of its own. */
/** Variables for the test run itself are not settings of the program, which refuses names that it does not know. */
const PLAIN = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('KRAPAO_')));

export interface Product {
  /** The member app. */
  app: string;
  /** The house's own side: the operator listener. */
  console: string;
  /** The sandbox: phone, bank and lobbies. */
  sandbox: string;
  /** Kills the program as a power cut would, and restarts it on the same data. */
  restart(): Promise<void>;
  /** Copies the database while the program runs, `krapao backup`, and returns the file. */
  backup(): Promise<string>;
  /** Loses the database with the program, and restarts it on a backup of it: `krapao restore`. Returns what that says. */
  restore(file: string): Promise<string>;
  /** Runs an operator's command, `krapao operator …`, and returns its output. */
  operator(...words: string[]): Promise<string>;
}

const PROGRAM = process.env.KRAPAO_BIN ?? '../bin/krapao';

/** A started program and its address. It reports the address once it listens. */
interface Running {
  program: ChildProcess;
  app: string;
  console: string;
  sandbox: string;
}

function start(env: NodeJS.ProcessEnv): Promise<Running> {
  const program = spawn(PROGRAM, ['demo'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      const address = (name: string) => said.match(new RegExp(`${name} +(http://\\S+)\\s`))?.[1];
      const [app, office, sandbox] = [address('Member app'), address('Console'), address('Sandbox')];
      if (app && office && sandbox && said.includes('Krapao is running'))
        resolve({ program, app, console: office, sandbox });
    };
    program.stdout?.on('data', hear);
    program.stderr?.on('data', hear);
    program.once('error', reject);
    program.once('exit', () => reject(new Error(`krapao demo ended:\n${said}`)));
  });
}

/** A port that is free now. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const ended = (program: ChildProcess) =>
  program.exitCode !== null || program.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => program.once('exit', () => resolve()));

/** Puts the database away, as its guide says: what is left of the old one is kept. The sandbox goes on with its own. */
function lose(data: string): void {
  const kept = join(data, 'lost');
  mkdirSync(kept);
  for (const name of readdirSync(data)) {
    if (name.startsWith('krapao.db')) renameSync(join(data, name), join(kept, name));
  }
}

/** How many times slower each page computes. A journey that presses what is not there yet waits for ever then. */
const SLOW_PAGE = Number(process.env.KRAPAO_SLOW_PAGE ?? 1);

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PAGE });
}

/** Slows down all pages of a browser. */
function slow(browser: Browser): void {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    // A page may be closed at once, and is none to slow down then.
    context.on('page', (page) => void slowDown(page).catch(() => undefined));
    return context;
  };
}

export const test = base.extend<object, { product: Product; house: string; slowly: undefined }>({
  slowly: [
    async ({ browser }, use) => {
      if (SLOW_PAGE > 1) slow(browser);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  // Journeys of one worker share a house. One that counts all that there is has its own, by another name.
  house: ['shared', { option: true, scope: 'worker' }],
  product: [
    async ({ house }, use) => {
      const data = mkdtempSync(join(tmpdir(), `krapao-journey-${house}-`));
      const any = '127.0.0.1:0';
      const env = {
        ...process.env,
        KRAPAO_ADDR: `127.0.0.1:${await freePort()}`, // a preview's link names it
        KRAPAO_OPERATOR_ADDR: `127.0.0.1:${await freePort()}`, // passkeys belong to the console's address
        KRAPAO_SANDBOX_ADDR: any,
        KRAPAO_DATA_DIR: data,
      };
      let { program, app, console: office, sandbox } = await start(env);
      const again = {
        ...env,
        KRAPAO_ADDR: new URL(app).host,
        KRAPAO_OPERATOR_ADDR: new URL(office).host,
        KRAPAO_SANDBOX_ADDR: new URL(sandbox).host,
      };
      const krapao = async (...words: string[]) => (await promisify(execFile)(PROGRAM, words, { env: PLAIN })).stdout;
      await use({
        app,
        console: office,
        sandbox,
        async restart() {
          program.kill('SIGKILL');
          await ended(program);
          ({ program } = await start(again));
        },
        async backup() {
          const file = join(data, `backup-${Date.now()}.db`);
          await krapao('backup', file, '--data-dir', data);
          return file;
        },
        async restore(file) {
          program.kill('SIGKILL');
          await ended(program);
          lose(data);
          const said = await krapao('restore', file, '--data-dir', data);
          ({ program } = await start(again));
          return said;
        },
        operator: (...words) => krapao('operator', '--data-dir', data, ...words),
      });
      program.kill('SIGTERM');
      await ended(program);
      rmSync(data, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: TEST_PATIENCE },
  ],
});

export { expect };
