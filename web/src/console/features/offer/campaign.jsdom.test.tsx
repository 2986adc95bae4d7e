import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '@/console/testing/render-console';

const panel = async (name: string) =>
  within((await screen.findByRole('heading', { name, level: 2 })).closest('section') as HTMLElement);

test('a campaign leads from the list to its days, newest first, and to whom it was granted', async () => {
  const { user, at } = await renderConsole({ path: '/offer/campaigns' });
  await user.click(await screen.findByRole('link', { name: 'WELCOME100' }));
  expect(await screen.findByRole('heading', { name: /^WELCOME100/, level: 1 })).toBeVisible();
  expect(at()).toBe('/offer/campaigns/bonus/WELCOME100');
  expect(await screen.findByText('฿142,300.00 of ฿500,000.00')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Bonuses' })).toHaveAttribute('href', '/offer/bonus');
  const days = (await panel('By day')).getAllByRole('listitem');
  expect(days[0]).toHaveTextContent('21/11/2026');
  expect(days[0]).toHaveTextContent('29 times ฿19,000.00, of which ฿5,000.00 came back');
  expect(days[1]).toHaveTextContent('4 met');
  const grants = await (await panel('Grants')).findAllByRole('listitem');
  expect(grants).toHaveLength(3);
  expect(within(grants[1] as HTMLElement).getByRole('link')).toHaveAttribute('href', '/member/m77');
  expect(grants[2]).toHaveTextContent('Sent back: ฿300.00');
  await user.keyboard('jj{Enter}');
  expect(at()).toBe('/member/m77');
});

test('one that granted nothing says so, and one that there is none of is no page', async () => {
  await renderConsole({ path: '/offer/campaigns/promotion/SONGKRAN' });
  expect(await screen.findByText('Nothing was granted in 31 days')).toBeVisible();
  expect(await screen.findByText('It has granted nothing')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close at once' })).not.toBeInTheDocument();
});

test('an unknown campaign has its name and what went wrong', async () => {
  await renderConsole({ path: '/offer/campaigns/bonus/NOWHERE' });
  expect(await screen.findByRole('heading', { name: 'NOWHERE', level: 1 })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
