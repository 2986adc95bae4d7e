import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '@playwright/test';

/** The running product: `krapao demo` with a data directory of its own. */
export interface Product {
  /** The member app. */
  app: string;
  /** The sandbox: phone, bank and lobbies. */
  sandbox: string;
  /** Kills the program as a power cut would, and starts it again on the same data. */
  restart(): Promise<void>;
  /** What an operator does by the shell: `krapao operator …`; what it printed. */
  operator(...words: string[]): Promise<string>;
}

const PROGRAM = process.env.KRAPAO_BIN ?? '../bin/krapao';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function start(env: NodeJS.ProcessEnv, ready: string): Promise<ChildProcess> {
  const program = spawn(PROGRAM, ['demo'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  program.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  program.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    if (program.exitCode !== null) throw new Error(`krapao demo ended:\n${said}`);
    const answer = await fetch(ready).catch(() => undefined);
    if (answer?.ok) return program;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  program.kill('SIGKILL');
  throw new Error(`krapao demo does not answer:\n${said}`);
}

const ended = (program: ChildProcess) =>
  program.exitCode !== null || program.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => program.once('exit', () => resolve()));

export const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const data = mkdtempSync(join(tmpdir(), 'krapao-journey-'));
      const [app, operator, sandbox] = [await freePort(), await freePort(), await freePort()];
      const env = {
        ...process.env,
        KRAPAO_ADDR: `127.0.0.1:${app}`,
        KRAPAO_OPERATOR_ADDR: `127.0.0.1:${operator}`,
        KRAPAO_SANDBOX_ADDR: `127.0.0.1:${sandbox}`,
        KRAPAO_DATA_DIR: data,
      };
      const ready = `http://127.0.0.1:${app}/config.json`;
      let program = await start(env, ready);
      await use({
        app: `http://127.0.0.1:${app}`,
        sandbox: `http://127.0.0.1:${sandbox}`,
        async restart() {
          program.kill('SIGKILL');
          await ended(program);
          program = await start(env, ready);
        },
        operator: async (...words) =>
          (await promisify(execFile)(PROGRAM, ['operator', '--data-dir', data, ...words])).stdout,
      });
      program.kill('SIGTERM');
      await ended(program);
      rmSync(data, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

export { expect };
