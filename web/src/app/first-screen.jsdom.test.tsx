import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { lazyPage } from '@/shared/lib/lazy-page';
import { rememberAgreement } from '@/shared/session/agreement';
import { endSession, startSession } from '@/shared/session/session';
import { KEYS, kept } from '@/shared/session/storage';
import { gate } from '@/testing/gate';
import { onGet } from '@/testing/handlers';
import { makeProtection } from '@/testing/protection-handlers';
import { renderApp } from '@/testing/render-app';
import { AFTER_LOGIN, firstPages } from './routes';

beforeEach(() => endSession());

test("the layout and the page of an address are fetched at once, and members' parts only for members", () => {
  expect(firstPages('/register')).toHaveLength(1);
  expect(firstPages('/login')).toEqual([]);
  expect(firstPages('/user/home')).toEqual([]);
  startSession('fixture-token', true);
  expect(firstPages('/user/home')).toEqual(AFTER_LOGIN);
  expect(firstPages('/user/statement')).toHaveLength(2);
  // Both lead to home, and a phone's icon opens the first.
  expect(firstPages('/')).toEqual(AFTER_LOGIN);
  expect(firstPages('/user')).toEqual(AFTER_LOGIN);
});

test('a prefetched page is drawn at once, without its placeholder', async () => {
  const Page = lazyPage(async () => ({ default: () => <p>here</p> }));
  await Page.prefetch();
  render(<Page />);
  expect(screen.getByText('here')).toBeInTheDocument();
});

test('if play was blocked at the last visit, the page waits until the current state is known', async () => {
  rememberAgreement();
  kept.set(KEYS.shut, 'true');
  await Promise.all(AFTER_LOGIN.map((page) => page.prefetch()));
  const answer = gate();
  await renderApp({
    path: '/user/home',
    member: true,
    handlers: [
      onGet('/api/account/protection', async () => {
        await answer.passed;
        return makeProtection({ breakUntil: '2999-01-01T00:00:00.000Z' });
      }),
    ],
  });
  expect(await screen.findByRole('link', { name: 'Statement' })).toBeInTheDocument();
  expect(screen.queryByTestId('total')).toBeNull();
  answer.open();
  const total = await screen.findByTestId('total');
  const notice = await screen.findByText(/^You are on a break/);
  expect(notice.compareDocumentPosition(total)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
