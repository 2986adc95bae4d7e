import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { auditName } from '@/console/kit/audit-name';
import { ago } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on } from '@/console/testing/server';

test('the log’s proof says that it is proved, and which place does not agree', async () => {
  await renderConsole({ path: '/audit' });
  const proof = await screen.findByRole('region', { name: 'Proof of the log' });
  expect(await within(proof).findByText('proved')).toBeVisible();
  expect(within(proof).getByText(/heads.example.com/)).toHaveTextContent('it does not answer');
});

test('a log that is broken says where', async () => {
  const broken = on('get', '/api/audit/proof', () => ({
    checkedAt: ago(3),
    whole: false,
    rows: 12,
    head: { number: 12, hash: 'aa', signature: '' },
    marks: [],
    wrong: ['row 7: its hash is another'],
  }));
  await renderConsole({ path: '/audit', handlers: [broken] });
  expect(await screen.findByText('broken')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('row 7: its hash is another');
});

test('what was done is said in words; a press shows the row, with the name that the filter takes', async () => {
  await renderConsole({ path: '/audit' });
  expect(await screen.findByRole('table', { name: 'Audit log' })).toHaveAttribute('aria-rowcount', '5');
  expect(auditName('withdrawal.approve.proposed')).toBe('Approve a withdrawal (proposed)');
  expect(auditName('content.bonus.approved')).toBe('Change content: Bonuses (approved)');
  expect(auditName('member.show')).toBe('Opened a member');
  expect(auditName('brake.stop')).toBe('Stop a system');
  expect(auditName('of.tomorrow')).toBe('of.tomorrow');
});

test('a filter is in the address and in the call', async () => {
  const asked: string[] = [];
  const list = on('get', '/api/audit', ({ query }) => {
    asked.push(query.toString());
    return { items: [], next: null, asOf: ago(0), from: 'primary' as const };
  });
  const { user, at } = await renderConsole({ path: '/audit', handlers: [list] });
  await user.type(await screen.findByLabelText('Action'), 'brake.');
  await user.type(screen.getByLabelText('Words of the reason'), 'believed{Enter}');
  expect(at()).toBe('/audit?action=brake.&text=believed');
  await screen.findByDisplayValue('brake.');
  expect(asked.at(-1)).toContain('action=brake.&text=believed');
});

test('a filter is kept under a name, narrows the list again by one press, and is forgotten', async () => {
  const { user, at } = await renderConsole({ path: '/audit?action=brake.' });
  await user.click(await screen.findByRole('button', { name: 'Keep this filter' }));
  await user.type(screen.getByLabelText('Name of the filter'), 'stops{Enter}');
  expect(await screen.findByRole('button', { name: 'stops' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(at()).toBe('/audit');
  expect(screen.queryByRole('button', { name: /ของคืนนี้/ })).not.toBeInTheDocument(); // it is of another list
  await user.click(screen.getByRole('button', { name: 'stops' }));
  expect(at()).toBe('/audit?action=brake.');
  await user.click(await screen.findByRole('button', { name: 'Forget: stops' }));
  expect(await screen.findByRole('button', { name: 'Keep this filter' })).toBeVisible();
});
