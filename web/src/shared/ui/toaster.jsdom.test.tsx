import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '@/shared/api/error';
import { setLocale } from '@/shared/i18n';
import { pass, stopClock } from '@/testing/clock';
import { notify } from './notify';

test('the last two messages are shown, announced, and disappear at a tap', async () => {
  for (const text of ['one', 'two', 'three']) notify.info(text);
  const three = await screen.findByText('three');
  expect(three.closest('[aria-live=polite]')).not.toBeNull();
  expect(screen.queryByText('one')).toBeNull();
  fireEvent.click(three);
  await waitFor(() => expect(screen.queryByText('three')).toBeNull());
  expect(screen.getByText('two')).toBeInTheDocument();
});

test('a message disappears by itself after 4 s', async () => {
  stopClock();
  notify.success('gone soon');
  await screen.findByText('gone soon');
  await pass(3999);
  expect(screen.getByText('gone soon')).toBeInTheDocument();
  await pass(1);
  expect(screen.queryByText('gone soon')).toBeNull();
});

test('error messages disappear once something is typed; success messages stay', async () => {
  notify.error('they differ');
  notify.success('saved');
  await screen.findByText('saved');
  render(<input aria-label="again" />);
  fireEvent.input(screen.getByLabelText('again'), { target: { value: 'x' } });
  await waitFor(() => expect(screen.queryByText('they differ')).toBeNull());
  expect(screen.getByText('saved')).toBeInTheDocument();
});

test('a message disappears with the next step, unless it comes with that step', async () => {
  stopClock();
  notify.info('sent again');
  await screen.findByText('sent again');
  await pass(1000);
  notify.success('done');
  await screen.findByText('done');
  act(notify.moved);
  expect(screen.queryByText('sent again')).toBeNull();
  expect(screen.getByText('done')).toBeInTheDocument();
});

test.each([
  [new ApiError('WITHDRAW_MINIMUM', 400, { limit: 1000 }), 'The minimum withdrawal is 1,000 baht'],
  [new ApiError('WITHDRAW_MINIMUM', 400), 'The amount is below the withdrawal minimum'],
  // A game that can't be reached is named; another movement of the member is not blamed on a game.
  [
    new ApiError('TRY_AGAIN', 503, { game: 'pgslot', name: 'PG Slot' }),
    'PG Slot is not available right now. Please try again in a moment.',
  ],
  [
    new ApiError('TRY_AGAIN', 409, { game: 'pgslot' }),
    'Another movement of yours is being processed. Please try again in a moment.',
  ],
  [new ApiError('SOMETHING_NEW', 409), 'Unknown error (SOMETHING_NEW)'],
  [new Error('a bug'), 'The system has a problem. Please try again.'],
])('%s is told in words', async (error, text) => {
  await setLocale('en');
  notify.failure(error);
  expect(await screen.findByText(text)).toBeInTheDocument();
});
