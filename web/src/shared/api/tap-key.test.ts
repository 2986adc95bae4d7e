import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './error';
import { forgetTaps, withTapKey } from './tap-key';

// A storage for the tab, since plain node has none.
const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  forgetTaps();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** The key of the next tap, after the server has answered like this. */
async function tap(answer: 'yes' | ApiError, body: unknown = { amount: 1 }, at = 0): Promise<string> {
  let sent = '';
  await withTapKey(
    'transfer',
    body,
    async (header) => {
      sent = header['Idempotency-Key'];
      if (answer !== 'yes') throw answer;
    },
    () => at,
  ).catch(() => undefined);
  return sent;
}

const LOST = [
  new ApiError('NETWORK', 0),
  new ApiError('TRY_AGAIN', 503),
  new ApiError('INTERNAL_SERVER_ERROR', 502),
  new ApiError('IDEMPOTENCY_IN_PROGRESS', 409),
];
test.each(LOST)('after $code the same tap keeps its key', async (answer) => {
  const first = await tap(answer);
  expect(await tap('yes')).toBe(first);
});

const SETTLED: ('yes' | ApiError)[] = [
  'yes',
  new ApiError('MONEY_NOT_ENOUGH', 409),
  new ApiError('REQUEST_LIMIT', 429),
  new ApiError('TRANSFER_FAIL', 502),
];
test.each(SETTLED)('after %s the next tap is a new one', async (answer) => {
  const first = await tap(answer);
  const next = await tap('yes', { amount: 1 }, 1000);
  expect(next).not.toBe('');
  expect(next).not.toBe(first);
});

test('the second half of a double tap has the answer of the first, and nothing is sent', async () => {
  const answers: number[] = [];
  const send = (at: number, body = {}) =>
    withTapKey(
      'transfer',
      body,
      async () => answers.push(at),
      () => at,
    );
  expect(await send(0)).toBe(1);
  expect(await send(399)).toBe(1);
  expect(await send(400)).toBe(2);
  expect(await send(500, { other: true })).toBe(3);
  expect(answers).toEqual([0, 400, 500]);
});

test('the second half of a double tap may wait long behind the first, and is still the same tap', async () => {
  const sent: number[] = [];
  const send = (at: number, made: number) =>
    withTapKey(
      'transfer',
      {},
      async () => sent.push(at),
      () => at,
      made,
    );
  await send(1_000, 0);
  await send(9_000, 100);
  await send(20_000, 9_500);
  expect(sent).toEqual([1_000, 20_000]);
});

test('another amount is another tap', async () => {
  const first = await tap(LOST[0]!);
  expect(await tap('yes', { amount: 2 })).not.toBe(first);
});

test('a tap is forgotten after five minutes', async () => {
  const first = await tap(LOST[0]!, { amount: 1 }, 0);
  expect(await tap(LOST[0]!, { amount: 1 }, 299_000)).toBe(first);
  expect(await tap('yes', { amount: 1 }, 301_000)).not.toBe(first);
});

test('the key is stored before the request is sent', async () => {
  await withTapKey('transfer', {}, async (header) => {
    expect(stored.get('tap:transfer')).toContain(header['Idempotency-Key']);
  });
  expect(stored.size).toBe(0);
});
