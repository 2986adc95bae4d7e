import { renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NETWORK } from '@/shared/api/error';
import { setLocale } from '@/shared/i18n';
import { useLoaded } from './use-loaded';

beforeEach(() => setLocale('en'));

const lost = new ApiError(NETWORK, 0);

/** A part whose code loads, or fails to load, when the test says so. */
function laterPart() {
  const waiting: { come(): void; fail(error: unknown): void }[] = [];
  const load = vi.fn(() => new Promise<void>((come, fail) => waiting.push({ come, fail })));
  return { load, last: () => waiting.at(-1) };
}

function open(part: ReturnType<typeof laterPart>) {
  const callOff = vi.fn();
  const view = renderHook(({ on }) => useLoaded(part, on, callOff), { initialProps: { on: true } });
  return { ...view, callOff };
}

test('is fetched when it opens, drawn once it has loaded, and stays for its closing animation', async () => {
  const part = laterPart();
  const { result, rerender, callOff } = open(part);
  expect(result.current).toBe(false);
  part.last()?.come();
  await waitFor(() => expect(result.current).toBe(true));
  rerender({ on: false });
  expect(result.current).toBe(true);
  expect(callOff).not.toHaveBeenCalled();
});

test('a page that does not load says so, is cancelled, and can be tried again', async () => {
  const part = laterPart();
  const { result, rerender, callOff } = open(part);
  part.last()?.fail(lost);
  await waitFor(() => expect(callOff).toHaveBeenCalledOnce());
  expect(await screen.findByText(/^No answer from the server/)).toBeInTheDocument();
  rerender({ on: false });
  expect(part.load).toHaveBeenCalledOnce();
  rerender({ on: true });
  expect(part.load).toHaveBeenCalledTimes(2);
  part.last()?.come();
  await waitFor(() => expect(result.current).toBe(true));
});

test('reports nothing if it was closed meanwhile', async () => {
  const part = laterPart();
  const { rerender, callOff } = open(part);
  const first = part.last();
  rerender({ on: false });
  first?.fail(lost);
  await Promise.resolve();
  expect(callOff).not.toHaveBeenCalled();
});
