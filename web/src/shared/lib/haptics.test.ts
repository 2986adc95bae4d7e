import { afterEach, expect, test, vi } from 'vitest';
import { vibrate } from './haptics';

afterEach(() => void vi.unstubAllGlobals());

test('a phone vibrates, unless the member prefers reduced motion', () => {
  const shaken = vi.fn();
  vi.stubGlobal('navigator', { vibrate: shaken });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vibrate('success');
  vibrate('error');
  expect(shaken.mock.calls).toEqual([[10], [[20, 40, 20]]]);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vibrate('success');
  vi.stubGlobal('navigator', {});
  vibrate('success');
  expect(shaken).toHaveBeenCalledTimes(2);
});
