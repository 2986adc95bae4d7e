import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { request, UPLOAD_TIMEOUT_MS } from './request';

/** A server that takes the request and never answers: the call ends when it is aborted. */
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

/** The state of a call after a time. */
async function after(seconds: number, timeout?: number) {
  let ended: unknown = 'waiting';
  void request(new Request('http://a.example/api/wallet'), timeout).catch((error: unknown) => {
    ended = error instanceof DOMException ? error.name : error;
  });
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return ended;
}

test('an answer counts as lost after 60 s', async () => {
  expect(await after(59.9)).toBe('waiting');
  expect(await after(60)).toBe('TimeoutError');
});

test('an upload has five minutes', async () => {
  expect(UPLOAD_TIMEOUT_MS).toBe(300_000);
  expect(await after(299.9, UPLOAD_TIMEOUT_MS)).toBe('waiting');
  expect(await after(300, UPLOAD_TIMEOUT_MS)).toBe('TimeoutError');
});

test('an answer whose body stalls after its first bytes counts as lost, too', async () => {
  vi.stubGlobal('fetch', async (_: Request, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"total":'));
        signal?.addEventListener('abort', () => stream.error(signal.reason));
      },
    });
    return new Response(body);
  });
  expect(await after(59.9)).toBe('waiting');
  expect(await after(60)).toBe('TimeoutError');
});

test('an answer is returned as it was sent, with its headers', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ total: 5 }, { status: 201, headers: { 'X-Request-Id': 'r1' } }));
  const answer = await request(new Request('http://a.example/api/wallet'));
  expect([answer.status, answer.headers.get('X-Request-Id'), await answer.json()]).toEqual([201, 'r1', { total: 5 }]);
});
