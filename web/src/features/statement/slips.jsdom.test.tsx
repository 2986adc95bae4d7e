import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { pass, stopClock } from '@/testing/clock';
import { makeSlip } from '@/testing/factories';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

const path = '/user/statement?sheet=slips';

beforeEach(rememberAgreement);

const one = (over: Parameters<typeof makeSlip>[0]) => [
  onPost('/api/statement/slip', () => ({ total: 1, slips: [makeSlip(over)] })),
];

it('is opened from the statement, and shows a dash until the amount is known', async () => {
  const { user, at } = await renderApp({ path: '/user/statement', member: true, handlers: one({}) });
  await user.click(await screen.findByRole('button', { name: 'Slip status' }));
  expect(at()).toBe('/user/statement?sheet=slips');
  const item = (await screen.findByText('Being checked')).closest('li') as HTMLElement;
  expect(within(item).getByText('–')).toBeInTheDocument();
  expect(item).toHaveTextContent('We are asking the bank');
});

it.each([
  [{ status: 'SUCCESS' as const, amount: 1500 }, 'Money added', /฿1,500\.00/],
  [{ amount: 900 }, 'Being checked', /The bank has confirmed the transfer/],
  [{ amount: 900, note: 'NOT_MATCH' }, 'Looked at by our staff', /You need not do anything/],
  [{ status: 'FAILED' as const, note: 'EXPIRED_SLIP', amount: 350 }, 'Received, being assigned', /is not lost/],
  [{ status: 'FAILED' as const, note: 'DEST_ACC_INVALID' }, 'Not accepted', /listed under Deposit/],
  [{ status: 'FAILED' as const, note: 'NEW_REASON' }, 'Not accepted', /contact support/],
])('%o: %s', async (over, title, words) => {
  await renderApp({ path, member: true, handlers: one(over) });
  const item = (await screen.findByText(title)).closest('li');
  expect(item).toHaveTextContent(words);
});

it('leads from a bad picture to another one', async () => {
  const { user, at } = await renderApp({
    path,
    member: true,
    handlers: one({ status: 'FAILED', note: 'CANNOT_READ_CROPPED_IMAGE' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Send a slip' }));
  expect(at()).toBe('/user/statement?sheet=deposit&tab=slip');
});

it('updates by itself while a slip is being checked', async () => {
  stopClock();
  let done = false;
  await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/statement/slip', () => ({
        total: 1,
        slips: [makeSlip(done ? { status: 'SUCCESS', amount: 500 } : {})],
      })),
    ],
  });
  await screen.findByText('Being checked');
  done = true;
  await pass(4000);
  expect(await screen.findByText('Money added')).toBeInTheDocument();
});

it('pages by ten', async () => {
  const asked: number[] = [];
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      onPost('/api/statement/slip', ({ body }) => {
        asked.push(body.page);
        expect(body.limit).toBe(10);
        return { total: 12, slips: [makeSlip({ status: 'SUCCESS', amount: body.page * 100 })] };
      }),
    ],
  });
  const sheet = await screen.findByRole('dialog');
  await user.click(await within(sheet).findByRole('button', { name: 'Page 2' }));
  expect(await within(sheet).findByText('฿200.00')).toBeInTheDocument();
  expect(asked).toContain(2);
});

it('says what to do when there are no slips', async () => {
  await renderApp({
    path,
    member: true,
    handlers: [onPost('/api/statement/slip', () => ({ total: 0, slips: [] }))],
  });
  expect(await screen.findByText('No slips yet')).toBeInTheDocument();
});

it('opens the picture in a tab made inside the tap', async () => {
  const opened = { closed: false, opener: window, location: { replace: vi.fn() }, close: vi.fn() };
  const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [...one({}), onGet('/api/statement/slip/reference/{reference}', () => ({ url: '/files/signed' }))],
  });
  await user.click(await screen.findByRole('button', { name: 'View picture' }));
  expect(open).toHaveBeenCalledWith('about:blank', expect.any(String));
  await expect.poll(() => opened.location.replace.mock.calls).toEqual([[`${location.origin}/files/signed`]]);
  expect(opened.opener).toBeNull();
  open.mockRestore();
});

it('offers a link if the browser blocked the tab, and says why there is no picture', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  let gone = false;
  const { user } = await renderApp({
    path,
    member: true,
    handlers: [
      ...one({}),
      onGet('/api/statement/slip/reference/{reference}', () => {
        if (gone) throw refuse(404, 'NO_DATA');
        return { url: '/files/signed' };
      }),
    ],
  });
  gone = true;
  await user.click(await screen.findByRole('button', { name: 'View picture' }));
  expect(await screen.findByText('No data found')).toBeInTheDocument();
  gone = false;
  await user.click(screen.getByRole('button', { name: 'View picture' }));
  expect(await screen.findByRole('link', { name: 'Tap to open the picture' })).toHaveAttribute('href', '/files/signed');
  open.mockRestore();
});

it("uses the operator's own link where there is one", async () => {
  await renderApp({ path, member: true, handlers: one({ link: 'https://pictures.example/1' }) });
  expect(await screen.findByRole('link', { name: 'View picture' })).toHaveAttribute('target', '_blank');
});
