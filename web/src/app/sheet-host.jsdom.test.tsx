import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPage } from '@/shared/lib/lazy-page';
import { rememberAgreement } from '@/shared/session/agreement';
import { gate } from '@/testing/gate';
import { renderApp } from '@/testing/render-app';
import { SHEETS } from './sheets';

beforeEach(rememberAgreement);

const before = { ...SHEETS };
afterEach(() => {
  Object.assign(SHEETS, before);
  vi.restoreAllMocks();
});

/** Counts the moments at which no sheet was visible. */
function countBareLooks(): () => number {
  let bare = 0;
  const observer = new MutationObserver(() => {
    const dialogs = Array.from(document.querySelectorAll('[role=dialog]'));
    if (!dialogs.some((dialog) => !dialog.closest('[style*="display: none"]'))) bare++;
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  return () => {
    observer.disconnect();
    return bare;
  };
}

function Broken(): never {
  throw new Error('boom');
}

test.each(['constructor', 'toString', '__proto__', 'nothing'])('a sheet called %s does not exist', async (name) => {
  await renderApp({ path: `/user/profile?sheet=${name}`, member: true });
  expect(await screen.findByText('SOMYING JAIDEE')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull();
});

test('between two sheets the page is never uncovered', async () => {
  const code = gate();
  SHEETS.pause = {
    ...SHEETS.pause,
    sheet: lazyPage(async () => {
      await code.passed;
      return { default: (await import('@/features/protection/sheets')).PauseSheet };
    }),
  };
  const { user } = await renderApp({ path: '/user/profile?sheet=protection', member: true });
  await screen.findByRole('dialog', { name: 'Play safely' });
  const bare = countBareLooks();
  await user.click(await screen.findByRole('button', { name: /Take a break/ }));
  code.open();
  await screen.findByRole('dialog', { name: /break/i });
  expect(bare()).toBe(0);
});

/** Closes the transfer's sheet, and taps Withdraw while it is still moving away. Both wait: the movement, and the code. */
async function withdrawIsTappedWhileTransferCloses() {
  const [movement, code] = [gate(), gate()];
  const withdraw = await import('@/features/withdraw/withdraw-sheet');
  SHEETS.withdraw = {
    ...SHEETS.withdraw,
    sheet: lazyPage(async () => {
      await code.passed;
      return withdraw;
    }),
  };
  const { user } = await renderApp({ path: '/user/home?sheet=transfer', member: true });
  const transfer = await screen.findByRole('dialog', { name: 'Transfer' });
  Object.assign(transfer, { getAnimations: () => [{ finished: movement.passed, playState: 'running' }] });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(transfer).not.toHaveAttribute('data-open'));
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Loading…')).toBeInTheDocument();
  return { transfer, movement, code };
}

test('a closed sheet does not come back while the code of the next one loads', async () => {
  const { transfer, code } = await withdrawIsTappedWhileTransferCloses();
  expect(transfer).toBeInTheDocument();
  expect(transfer).not.toHaveAttribute('data-open');
  code.open();
  expect(await screen.findByRole('dialog', { name: 'Withdraw' })).toHaveAttribute('data-open');
  expect(transfer).not.toBeInTheDocument();
});

// The animation ends so many steps after the next sheet's code has loaded, before anything is drawn.
test.each([0, 1, 2, 4, 8, 16, 32])(
  'the next sheet opens although the one before is gone %d steps later',
  async (steps) => {
    const { movement, code } = await withdrawIsTappedWhileTransferCloses();
    code.open();
    for (let step = 0; step < steps; step++) await Promise.resolve();
    movement.open();
    expect(await screen.findByRole('dialog', { name: 'Withdraw' })).toHaveAttribute('data-open');
    expect(screen.queryByText('Loading…')).toBeNull();
  },
);

test('a closing sheet still shows its content, though the address no longer names it', async () => {
  const movement = gate();
  const { user, at } = await renderApp({ path: '/user/home?sheet=limit&kind=loss&period=week', member: true });
  const limit = await screen.findByRole('dialog', { name: 'Losses in a week' });
  Object.assign(limit, { getAnimations: () => [{ finished: movement.passed, playState: 'running' }] });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(at()).toBe('/user/home'));
  expect(limit).toHaveAccessibleName('Losses in a week');
});

test('loading code is announced; a sheet that fails to load is reported, and the page stays', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let fail = (_error: Error) => {};
  const load = () => new Promise<never>((_, reject) => (fail = reject));
  SHEETS.refund = { ...SHEETS.refund, sheet: lazyPage(load) };
  const { at } = await renderApp({ path: '/user/profile?sheet=refund', member: true });
  await screen.findByText('SOMYING JAIDEE');
  await waitFor(() => expect(screen.getByText('Loading…')).toBeInTheDocument());
  fail(new TypeError('no chunk'));
  expect(await screen.findByText(/^No answer from the server/)).toBeInTheDocument();
  await waitFor(() => expect(at()).toBe('/user/profile'));
  expect(screen.getByText('SOMYING JAIDEE')).toBeInTheDocument();
});

test('a sheet that breaks is closed, with a message', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  SHEETS.refund = { ...SHEETS.refund, sheet: lazyPage(async () => ({ default: Broken })) };
  const { at } = await renderApp({ path: '/user/profile?sheet=refund', member: true });
  expect(await screen.findByText('The system has a problem. Please try again.')).toBeInTheDocument();
  await waitFor(() => expect(at()).toBe('/user/profile'));
  expect(await screen.findByText('SOMYING JAIDEE')).toBeInTheDocument();
});
