import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLocale } from '@/shared/i18n';
import { lazyPage } from '@/shared/lib/lazy-page';
import { PagePart } from './page-part';

const load = vi.fn<() => Promise<{ default: () => string }>>();
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await setLocale('en');
  load.mockReset().mockRejectedValueOnce(new TypeError('no chunk'));
  load.mockResolvedValue({ default: () => 'The page' });
  const Page = lazyPage(load);
  render(
    <MemoryRouter>
      <PagePart>
        <Page />
      </PagePart>
    </MemoryRouter>,
  );
  expect(await screen.findByText('This could not be loaded')).toBeInTheDocument();
});
afterEach(() => vi.restoreAllMocks());

test('a page whose code fails to load can be requested again', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The page')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

test('and is loaded by itself when the network returns', async () => {
  act(() => onlineManager.setOnline(false));
  expect(load).toHaveBeenCalledTimes(1);
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('The page')).toBeInTheDocument();
});
