import { expect, test, vi } from 'vitest';
import { loadTexts, setLocale, translate } from '.';

const network = vi.hoisted(() => {
  let comes = () => {};
  const slow = new Promise<void>((resolve) => {
    comes = resolve;
  });
  return { slow, comes, down: true };
});
vi.mock('./locales/en/chat', async (original) => {
  await network.slow;
  return original();
});
vi.mock('./locales/en/offers', async (original) => {
  if (network.down) throw new Error('no chunk');
  return original();
});

test('texts that did not come are not taken for loaded because others did', async () => {
  await setLocale('en');
  const chat = loadTexts('chat');
  await expect(loadTexts('offers')).rejects.toThrow();
  network.down = false;
  network.comes();
  await chat;
  await loadTexts('offers');
  expect(translate('spin.title')).toBe('Lucky wheel');
});
