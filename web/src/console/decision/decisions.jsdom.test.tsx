import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Choice, Fact, Outcome } from '@/console/api/contract';
import { Providers } from '@/console/app/providers';
import { createQueryClient } from '@/console/app/query-client';
import { loadTexts, setLocale } from '@/console/i18n';
import { server } from '@/console/testing/mock-server';
import { on, refuse } from '@/console/testing/server';
import { Decisions } from './decisions';
import { WAITING_CALLS } from './waiting-calls';

const DONE: Outcome = { message: 'SUCCESS', says: 'done', facts: [], subject: '1' };
const choice = (call: string, changes: Partial<Choice> = {}): Choice => ({
  call,
  two: false,
  evidence: null,
  ...changes,
});
const state = (after: string): Fact => ({ name: 'state', kind: 'state', before: null, after });

interface Thing {
  choices: Choice[];
  seen: string;
  facts: Fact[];
}

interface PageProps {
  thing: Thing;
  /** What it is by the time that it is read again. */
  by?: Thing;
  first?: Record<string, string>;
  onDone(): void;
}

function Page({ thing, by = thing, first = {}, onDone }: PageProps) {
  const [shown, show] = useState(thing);
  return (
    <Decisions
      calls={WAITING_CALLS}
      {...shown}
      subject="7"
      first={first}
      next={{ kinds: [], skip: ['7'] }}
      nothing="nothing to decide"
      onDone={onDone}
      onChanged={() => show(by)}
    />
  );
}

async function renderThing(thing: Thing, more: Pick<PageProps, 'by' | 'first'> = {}) {
  await setLocale('en');
  await loadTexts('decision', 'facts');
  const done = vi.fn();
  await act(async () =>
    render(
      <Providers client={createQueryClient()}>
        <MemoryRouter>
          <Page thing={thing} {...more} onDone={done} />
        </MemoryRouter>
      </Providers>,
    ),
  );
  return { user: userEvent.setup(), done };
}

test('fields, evidence and reason are asked for, and go with what was seen and the next item asked for', async () => {
  const sent: unknown[] = [];
  server.use(
    on('post', '/api/line/{id}/book', ({ body, params }) => {
      sent.push([params.id, body]);
      return DONE;
    }),
  );
  const thing = { choices: [choice('bookLine', { two: true, evidence: 'the line' })], seen: 's1', facts: [] };
  const { user, done } = await renderThing(thing, { first: { amount: '900', at: '2026-11-22T17:30:05.000Z' } });
  await user.keyboard('a');
  expect(screen.getByText('Another person has to agree')).toBeVisible();
  expect(screen.getByLabelText('Paid at')).toHaveDisplayValue(/^2026-11-23T00:30:05/);
  await user.clear(screen.getByLabelText('Amount (baht)'));
  await user.type(screen.getByLabelText('Amount (baht)'), 'many{Enter}');
  expect(screen.getByText('This can’t be read')).toBeVisible();
  expect(screen.getByText('Fill this in')).toBeVisible();
  expect(screen.getByText('At least 3 characters')).toBeVisible();
  await user.clear(screen.getByLabelText('Amount (baht)'));
  await user.type(screen.getByLabelText('Amount (baht)'), '1,900.50');
  await user.type(screen.getByLabelText('What you looked at'), 'line 4 of the statement');
  await user.type(screen.getByLabelText('Your reason'), 'its own line{Enter}');
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  const at = '2026-11-22T17:30:05.000Z';
  const evidence = 'line 4 of the statement';
  const next = { kinds: [], skip: ['7'] };
  expect(sent).toEqual([['7', { amount: 1900.5, at, evidence, reason: 'its own line', seen: 's1', next }]]);
});

test('a second press before the answer sends nothing', async () => {
  let answer = (_: Outcome) => {};
  const promise = new Promise<Outcome>((resolve) => {
    answer = resolve;
  });
  const sent = vi.fn();
  server.use(
    on('post', '/api/withdrawal/{reference}/approve', () => {
      sent();
      return promise;
    }),
  );
  const { user, done } = await renderThing({ choices: [choice('approveWithdrawal')], seen: 's1', facts: [] });
  await user.keyboard('a');
  await user.type(screen.getByLabelText('Your reason'), 'all is well');
  const form = screen.getByLabelText('Your reason').closest('form') as HTMLFormElement;
  act(() => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await waitFor(() => expect(sent).toHaveBeenCalled());
  answer(DONE);
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(sent).toHaveBeenCalledOnce();
});

test('what has changed is shown before anything is sent again, and the reason stays', async () => {
  const seen: unknown[] = [];
  server.use(
    on('post', '/api/withdrawal/{reference}/approve', ({ body }) => {
      seen.push(body.seen);
      if (body.seen === 's1') throw refuse(409, 'STATE_CHANGED', { state: 's2' });
      return DONE;
    }),
  );
  const choices = [choice('approveWithdrawal')];
  const thing = { choices, seen: 's1', facts: [state('in review')] };
  const { user, done } = await renderThing(thing, { by: { choices, seen: 's2', facts: [state('approved')] } });
  await user.keyboard('a');
  await user.type(screen.getByLabelText('Your reason'), 'all is well{Enter}');
  expect(await screen.findByText('State: in review → approved')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(seen).toEqual(['s1']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(seen).toEqual(['s1', 's2']);
});

test('what may not be decided any more says so, and shows what may', async () => {
  server.use(
    on('post', '/api/withdrawal/{reference}/approve', () => {
      throw refuse(409, 'STATE_CHANGED');
    }),
  );
  const thing = { choices: [choice('approveWithdrawal')], seen: 's1', facts: [] };
  const { user } = await renderThing(thing, { by: { choices: [choice('returnWithdrawal')], seen: 's2', facts: [] } });
  await user.keyboard('a');
  await user.type(screen.getByLabelText('Your reason'), 'all is well{Enter}');
  expect(await screen.findByText('This can’t be decided any more')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Return to the wallet' })).toBeVisible();
});

test('another’s claim and an open proposal say whose and which', async () => {
  const refusals = [
    refuse(409, 'CLAIMED', { by: 'malee.k', until: '2026-11-27T04:00:00.000Z' }),
    refuse(409, 'PROPOSAL_OPEN', { proposal: 'p9' }),
  ];
  server.use(
    on('post', '/api/withdrawal/{reference}/return', () => {
      throw refusals.shift();
    }),
  );
  const { user } = await renderThing({ choices: [choice('returnWithdrawal')], seen: 's1', facts: [] });
  await user.keyboard('r');
  await user.type(screen.getByLabelText('Your reason'), 'not its own account{Enter}');
  expect(await screen.findByText(/malee\.k/)).toBeVisible();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('link', { name: 'See the approval' })).toHaveAttribute('href', '/proposals/p9');
});

test('up brings the last reason of this decision, and Escape gives it up', async () => {
  server.use(on('post', '/api/case/{id}/close', () => DONE));
  const { user, done } = await renderThing({ choices: [choice('closeCase')], seen: 's1', facts: [] });
  await user.keyboard('x');
  await user.keyboard('asked the provider{Enter}');
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  await user.keyboard('x');
  await user.keyboard('{ArrowUp}');
  expect(screen.getByLabelText('Your reason')).toHaveValue('asked the provider');
  await user.keyboard('{Escape}');
  expect(screen.queryByLabelText('Your reason')).not.toBeInTheDocument();
});

test('a decision that this page does not know is named, and none says so', async () => {
  await renderThing({ choices: [choice('shredWithdrawal')], seen: 's1', facts: [] });
  expect(screen.getByText(/does not know shredWithdrawal yet/)).toBeVisible();
});

test('nothing to decide says so', async () => {
  await renderThing({ choices: [], seen: 's1', facts: [] });
  expect(screen.getByText('nothing to decide')).toBeVisible();
});

test('a withdrawal is reduced to what is typed', async () => {
  const sent: unknown[] = [];
  server.use(
    on('post', '/api/withdrawal/{reference}/reduce', ({ body }) => {
      sent.push(body);
      return DONE;
    }),
  );
  const { user } = await renderThing({
    choices: [choice('approveWithdrawal'), choice('reduceWithdrawal')],
    seen: 's1',
    facts: [],
  });
  await user.keyboard('l');
  expect(screen.getByText(/The rest is in the wallet at once/)).toBeVisible();
  await user.type(screen.getByLabelText('New amount (baht)'), '1,250.50');
  await user.type(screen.getByLabelText('Your reason'), 'half is not played{Enter}');
  await waitFor(() =>
    expect(sent).toEqual([
      { amount: 1250.5, reason: 'half is not played', seen: 's1', next: { kinds: [], skip: ['7'] } },
    ]),
  );
});
