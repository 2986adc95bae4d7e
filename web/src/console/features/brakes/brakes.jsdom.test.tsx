import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setLocale } from '@/console/i18n';
import { makeMe, OPERATOR } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';
import { makeAgainst, makeBrakes, makeSystems } from '@/console/testing/today-fixtures';

const panel = (name: string) => screen.findByRole('region', { name });

test('what is stopped: why, what that ends, what members see', async () => {
  await renderConsole({ path: '/brakes' });
  const stopped = await panel('Stopped');
  expect(await within(stopped).findByRole('heading', { name: 'Games · joker' })).toBeVisible();
  expect(within(stopped).getByText('Stopped by hand · malee.k')).toBeVisible();
  expect(within(stopped).getByText(/Opening its games/)).toBeVisible();
  expect(within(stopped).getByText('“Being checked”, since this time')).toBeVisible();
});

test('what the product found is said in the operator’s language, with its evidence after the words', async () => {
  const english = 'the bank says that it paid it';
  const found = [
    makeAgainst('restore'),
    makeAgainst('paid_and_refused', { reference: 'W0042' }),
    makeAgainst('paid_after_return', { reference: 'W0043' }),
    makeAgainst('books', { account: 'house:bonus', detail: '1 satang too much' }),
    makeAgainst('books', { detail: 'the chain is broken' }),
    makeAgainst('history', { detail: 'audit: row 7' }),
    makeAgainst('callout', { cases: 3 }),
    makeAgainst('earlier', { detail: 'ยอดไม่ตรง' }),
  ];
  const brakes = [
    ...makeBrakes().map((one) => ({
      ...one,
      system: 'payouts',
      cause: 'restore' as const,
      found,
      why: english,
      by: null,
    })),
    ...makeBrakes().map((one) => ({ ...one, why: 'not believed' })),
  ];
  const systems = makeSystems().map((one) =>
    one.system === 'payouts' ? { ...one, state: 'stopped' as const, why: 'break' } : one,
  );
  const handlers = [on('get', '/api/brake', () => brakes), on('get', '/api/system', () => systems)];
  await renderConsole({ path: '/brakes', handlers });
  const payouts = (await screen.findByRole('heading', { name: 'Payouts' })).closest('li') as HTMLElement;
  for (const words of [
    /Restored from a backup: what happened after it/,
    /The bank says of withdrawal W0042 that it paid it, and that it refused it/,
    /Withdrawal W0043 was sent back to the member/,
    /The books are not whole · house:bonus · 1 satang too much/,
    /The books are not whole · the chain is broken/,
    /History differs from what is kept of it elsewhere · audit: row 7/,
    /did not answer about the last 3 withdrawals/,
    /Stopped before: ยอดไม่ตรง/,
  ]) {
    expect(within(payouts).getByText(words)).toBeVisible();
  }
  expect(screen.getByText('not believed')).toBeVisible();
  await act(() => setLocale('th'));
  expect(await screen.findByText(/ธนาคารแจ้งว่าจ่ายยอดถอน W0042 แล้ว/)).toBeVisible();
  expect(screen.getByText('บัญชีไม่ตรงกัน')).toBeVisible();
  expect(screen.queryByText(new RegExp(english))).not.toBeInTheDocument();
});

test('a chief stops a system with a reason, and it is among those that are stopped', async () => {
  const { user } = await renderConsole({ path: '/brakes' });
  const row = (await screen.findByText('Gateway · KBANK')).closest('li') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'Stop' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Stop' }));
  expect(within(dialog).getByText('At least 3 characters')).toBeVisible();
  await user.type(within(dialog).getByLabelText('Reason'), 'not believed');
  await user.click(within(dialog).getByRole('button', { name: 'Stop' }));
  await waitFor(async () =>
    expect(within(await panel('Stopped')).getByRole('heading', { name: 'Gateway · KBANK' })).toBeVisible(),
  );
});

test('to let it go on needs what was compared, names the stop that was looked at, and is a proposal', async () => {
  const sent: unknown[] = [];
  const brakes = makeBrakes();
  const resume = on('post', '/api/brake/{system}/resume', ({ body, params, request }) => {
    sent.push([params.system, body, Boolean(request.headers.get('Idempotency-Key'))]);
    for (const one of brakes) one.proposal = 'p1';
    return { message: 'PROPOSED' as const, says: 'proposed', facts: [], subject: 'provider:joker' };
  });
  const { user } = await renderConsole({ path: '/brakes', handlers: [resume, on('get', '/api/brake', () => brakes)] });
  await user.click(await screen.findByRole('button', { name: 'Let it go on' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Reason'), 'all is well');
  await user.click(within(dialog).getByRole('button', { name: 'Let it go on' }));
  expect(within(dialog).getByText('Say what you compared')).toBeVisible();
  await user.type(within(dialog).getByLabelText('What you compared'), 'its list of the day');
  await user.click(within(dialog).getByRole('button', { name: 'Let it go on' }));
  const link = await screen.findByRole('link', { name: /see the approval/ });
  expect(link).toHaveAttribute('href', '/proposals/p1');
  expect(sent).toEqual([
    ['provider:joker', { reason: 'all is well', evidence: 'its list of the day', seen: 's1' }, true],
  ]);
});

test('while its cause is there it can’t go on, and says why; so does a refusal', async () => {
  const stands = on('get', '/api/brake', () =>
    makeBrakes().map((one) => ({
      ...one,
      stands: [
        makeAgainst('differences', { provider: 'joker', cases: 21, amount: 1_250 }),
        makeAgainst('coverage', { ratio: 9_998, at: '2026-11-28T01:00:00Z' }),
      ],
      may: [],
    })),
  );
  await renderConsole({ path: '/brakes', handlers: [stands] });
  expect(await screen.findByText(/21 open differences, ฿1,250.00 in all/)).toBeVisible();
  expect(screen.getByText(/The house has 99.98 % .* 28\/11\/2026 08:00/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Let it go on' })).not.toBeInTheDocument();
});

test('changed credentials are proposed, and what was found is named', async () => {
  const sent: unknown[] = [];
  const brakes = makeBrakes().map((one) => ({
    ...one,
    cause: 'credentials' as const,
    stands: [makeAgainst('credentials')],
    credentials: { since: one.since, state: 'c1' },
    may: ['acceptCredentials'],
  }));
  const accept = on('post', '/api/brake/{system}/credential', ({ body, params }) => {
    sent.push([params.system, body]);
    for (const one of brakes) one.proposal = 'p2';
    return { message: 'PROPOSED' as const, says: 'proposed', facts: [], subject: 'provider:joker' };
  });
  const { user } = await renderConsole({ path: '/brakes', handlers: [accept, on('get', '/api/brake', () => brakes)] });
  expect(await screen.findByText(/two chiefs have not approved them/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Let it go on' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Propose the new credentials' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve the new credentials' });
  await user.type(within(dialog).getByLabelText('Reason'), 'a new contract');
  await user.click(within(dialog).getByRole('button', { name: 'Propose the new credentials' }));
  expect(within(dialog).getByText('Say what you compared')).toBeVisible();
  await user.type(within(dialog).getByLabelText('What you compared'), 'its letter');
  await user.click(within(dialog).getByRole('button', { name: 'Propose the new credentials' }));
  const link = await screen.findByRole('link', { name: /The new credentials are proposed/ });
  expect(link).toHaveAttribute('href', '/proposals/p2');
  expect(sent).toEqual([['provider:joker', { reason: 'a new contract', evidence: 'its letter', seen: 'c1' }]]);
});

test('a refusal says why', async () => {
  const refused = on('post', '/api/brake/{system}/stop', () => {
    throw refuse(409, 'STATE_CHANGED', { why: '21 differences are open' });
  });
  const { user } = await renderConsole({ path: '/brakes', handlers: [refused] });
  await user.click((await screen.findAllByRole('button', { name: 'Stop' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Reason'), 'to be sure');
  await user.click(within(dialog).getByRole('button', { name: 'Stop' }));
  expect(await within(dialog).findByText('Not yet: 21 differences are open')).toBeVisible();
});

test('buttons are those that the answers allow, whatever the role', async () => {
  const none = [
    on('get', '/api/brake', () => makeBrakes().map((one) => ({ ...one, may: [] }))),
    on('get', '/api/system', () => makeSystems().map((one) => ({ ...one, may: [] }))),
  ];
  const first = await renderConsole({ path: '/brakes', handlers: none });
  await screen.findByText('Gateway · KBANK');
  expect(screen.queryByRole('button', { name: 'Let it go on' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
  first.unmount();
  const auditor = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'auditor' } }));
  await renderConsole({ path: '/brakes', handlers: [auditor] });
  expect((await screen.findAllByRole('button', { name: 'Stop' })).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Let it go on' })).toBeVisible();
});
