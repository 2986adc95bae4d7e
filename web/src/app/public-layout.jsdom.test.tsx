import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '@/testing/render-app';

vi.mock('./slow-hint', () => {
  throw new TypeError('no chunk');
});

test('the first screen needs nothing of the hint that comes later', async () => {
  await renderApp({ path: '/' });
  await screen.findByRole('button', { name: 'Log in' });
  await act(() => expect(import('./slow-hint')).rejects.toThrow());
  expect(screen.getByRole('button', { name: 'Log in' })).toBeInTheDocument();
});
