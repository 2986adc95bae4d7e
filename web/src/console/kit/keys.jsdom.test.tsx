import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { nameOf, useKeys } from './keys';

function Keys({ keys }: { keys: Record<string, () => void> }) {
  useKeys(keys);
  return <input aria-label="name" />;
}

const press = (key: string, code = '', more = {}) => fireEvent.keyDown(document.body, { key, code, ...more });

test.each([
  ['an English keyboard’s j', 'j', 'KeyJ', {}, 'j'],
  ['a Thai keyboard’s key at its place', '่', 'KeyJ', {}, 'j'],
  ['a Lao keyboard’s', '່', 'KeyJ', {}, 'j'],
  ['a French keyboard’s own a, at the place of q', 'a', 'KeyQ', {}, 'a'],
  ['a question mark', '?', 'Slash', { shiftKey: true }, '?'],
  ['its place on a Thai keyboard', 'ฦ', 'Slash', { shiftKey: true }, '?'],
  ['the palette', 'k', 'KeyK', { metaKey: true }, 'mod+k'],
  ['the palette on a Thai keyboard', 'า', 'KeyK', { ctrlKey: true }, 'mod+k'],
  ['an arrow', 'ArrowDown', 'ArrowDown', {}, 'arrowdown'],
])('%s', (_what, key, code, more, name) => {
  expect(nameOf(new KeyboardEvent('keydown', { key, code, ...more }))).toBe(name);
});

test('two keys in a row go somewhere; each alone does its own', () => {
  const [go, p] = [vi.fn(), vi.fn()];
  render(<Keys keys={{ 'g p': go, p }} />);
  press('g');
  press('p');
  expect([go.mock.calls.length, p.mock.calls.length]).toEqual([1, 0]);
  press('p');
  expect([go.mock.calls.length, p.mock.calls.length]).toEqual([1, 1]);
});

test('keys rest while somebody types, and under a dialog, but the palette opens', () => {
  const [down, palette] = [vi.fn(), vi.fn()];
  const { rerender } = render(<Keys keys={{ j: down, 'mod+k': palette }} />);
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'j' });
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'k', ctrlKey: true });
  rerender(
    <>
      <Keys keys={{ j: down, 'mod+k': palette }} />
      <div role="dialog" />
    </>,
  );
  press('j');
  expect([down.mock.calls.length, palette.mock.calls.length]).toEqual([0, 1]);
});

test('the page’s keys win over the shell’s, and go with it', () => {
  const [shell, page] = [vi.fn(), vi.fn()];
  render(<Keys keys={{ j: shell }} />);
  const { unmount } = render(<Keys keys={{ j: page }} />);
  press('j');
  unmount();
  press('j');
  expect([shell.mock.calls.length, page.mock.calls.length]).toEqual([1, 1]);
});
