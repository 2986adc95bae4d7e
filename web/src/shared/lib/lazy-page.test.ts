import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnce } from './lazy-page';

const stored = new Map<string, string>();
const reload = vi.fn();
beforeEach(() => {
  stored.clear();
  reload.mockReset();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (k: string) => stored.get(k) ?? null,
      setItem: (k: string, v: string) => stored.set(k, v),
    },
  });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => void vi.unstubAllGlobals());

test('a chunk that a deploy has removed reloads the page, once', async () => {
  void reloadOnce(new Error('chunk'));
  expect(reload).toHaveBeenCalledOnce();
  await expect(Promise.resolve().then(() => reloadOnce(new Error('chunk')))).rejects.toMatchObject({
    code: 'NETWORK',
    params: { cause: 'Error: chunk' },
  });
  expect(reload).toHaveBeenCalledOnce();
});

test('without a network nothing is reloaded, because the page would be lost', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  await expect(Promise.resolve().then(() => reloadOnce(new Error('chunk')))).rejects.toMatchObject({
    code: 'NETWORK',
    params: { cause: 'Error: chunk' },
  });
  expect(reload).not.toHaveBeenCalled();
});
