import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { request, UPLOAD_TIMEOUT_MS } from './request';

/** A server that takes the request and never answers: the call ends when it is given up. */
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: Request, { signal }: RequestInit) => {
    return new Promise((_answered, lost) => signal?.addEventListener('abort', () => lost(signal.reason)));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** How a call stands after a time. */
async function after(seconds: number, timeout?: number) {
  let ended: unknown = 'waiting';
  void request(new Request('http://a.example/api/wallet'), timeout).catch((error: unknown) => {
    ended = error instanceof DOMException ? error.name : error;
  });
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return ended;
}

test('an answer is waited for 60 s, and counts as lost then', async () => {
  expect(await after(59.9)).toBe('waiting');
  expect(await after(60)).toBe('TimeoutError');
});

test('an upload has five minutes', async () => {
  expect(UPLOAD_TIMEOUT_MS).toBe(300_000);
  expect(await after(299.9, UPLOAD_TIMEOUT_MS)).toBe('waiting');
  expect(await after(300, UPLOAD_TIMEOUT_MS)).toBe('TimeoutError');
});
