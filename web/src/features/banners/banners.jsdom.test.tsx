import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { rememberAgreement } from '@/shared/session/agreement';
import { onGet, refuse } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';

const PICTURES = [
  { image: '/banners/a.webp', html: '<p>First</p>' },
  { image: '', html: '<p>Second<img src=x onerror="alert(1)"></p>' },
];

beforeEach(rememberAgreement);

it("shows the operator's pictures first, then the sheet that they are of", async () => {
  const { user, at } = await renderApp({
    path: '/user/home',
    member: true,
    handlers: [onGet('/api/invite/banners', () => PICTURES)],
  });
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  expect(at()).toBe('/user/home?sheet=banners&of=invite');
  const sheet = within(await screen.findByRole('dialog', { name: 'Invite friends' }));
  expect(await sheet.findByText('First')).toBeInTheDocument();
  const second = await sheet.findByText('Second');
  expect(second.innerHTML).not.toContain('onerror');
  expect(sheet.getAllByRole('button', { name: /^Picture/ })).toHaveLength(2);
  await user.click(sheet.getByRole('button', { name: 'Go on' }));
  expect(at()).toBe('/user/home?sheet=invite');
});

it("draws its own picture if the operator's does not load", async () => {
  await renderApp({
    path: '/user/home?sheet=banners&of=refund',
    member: true,
    handlers: [onGet('/api/refund/banners', () => PICTURES.slice(0, 1))],
  });
  const region = await screen.findByRole('region', { name: 'News and terms' });
  const image = region.querySelector('img');
  expect(image).toHaveAttribute('src', '/banners/a.webp');
  if (image) fireEvent.error(image);
  expect(region.querySelector('img')).toBeNull();
  expect(region.querySelector('svg')).not.toBeNull();
});

it('goes straight to the sheet where there are none', async () => {
  const { user, at } = await renderApp({ path: '/user/home', member: true });
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  expect(at()).toBe('/user/home?sheet=refund');
});

it('goes on to the sheet if the pictures fail to load', async () => {
  const { at } = await renderApp({
    path: '/user/home?sheet=banners&of=refund',
    member: true,
    handlers: [
      onGet('/api/refund/banners', () => {
        throw refuse(409, 'TRY_AGAIN');
      }),
    ],
  });
  await waitFor(() => expect(at()).toBe('/user/home?sheet=refund'));
  expect(await screen.findByRole('button', { name: 'Receive refund' })).toBeInTheDocument();
});

it('shows on home only what the server has', async () => {
  const missing = () => {
    throw refuse(404, 'NO_DATA');
  };
  await renderApp({
    path: '/user/home',
    member: true,
    handlers: [
      onGet('/api/invite/banners', missing),
      onGet('/api/bonus/check/active', missing),
      onGet('/api/refund/banners', missing),
    ],
  });
  await screen.findByText('5,320.75');
  await waitFor(() => expect(screen.queryByText('Invite')).toBeNull());
  await waitFor(() => expect(screen.queryByText('Bonus')).toBeNull());
  await waitFor(() => expect(screen.queryByText('Refund')).toBeNull());
  expect(screen.getByRole('button', { name: 'Deposit' })).toBeInTheDocument();
});
