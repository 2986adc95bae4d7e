import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { makeMe, OPERATOR } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { makeCoverage } from '@/console/testing/report-fixtures';
import { on } from '@/console/testing/server';

test('a bank that nobody asked is not known, never zero, and there is no ratio', async () => {
  await renderConsole({ path: '/money/coverage' });
  const ratio = await screen.findByRole('region', { name: /What the house has of what it owes/ });
  expect(within(ratio).getByText('not known')).toBeVisible();
  expect(within(ratio).getByText('What 3 of 5 systems have is not known')).toBeVisible();
  expect(screen.getByRole('row', { name: /SCB1/ })).toHaveTextContent('12,402,150.00not known');
  expect(screen.getByRole('row', { name: /joker/ })).toHaveTextContent('812,070.20812,070.20');
});

test('once all are known the ratio is said', async () => {
  const known = on('get', '/api/report/coverage', () => makeCoverage({ ratio: 10_423, complete: true, missing: [] }));
  await renderConsole({ path: '/money/coverage', handlers: [known] });
  expect(await screen.findByText('104.23 %')).toBeVisible();
});

test('a cashier enters what a bank’s statement says, with where that is from', async () => {
  let sent: unknown;
  const enter = on('put', '/api/report/liability/balance/{system}', ({ body, params }) => {
    sent = { system: params.system, ...body };
    return { message: 'SUCCESS' as const, says: 'bank:SCB1 has 12500000.50', facts: [], subject: 'bank:SCB1' };
  });
  const { user } = await renderConsole({ path: '/money/coverage', handlers: [enter] });
  await user.click(await screen.findByRole('button', { name: /Enter its balance: .*SCB1/ }));
  const form = screen.getByRole('dialog');
  await user.type(within(form).getByLabelText('Balance (baht)'), '12500000.50');
  await user.type(within(form).getByLabelText('Your reason'), 'the morning’s figure');
  await user.click(within(form).getByRole('button', { name: /Enter its balance/ }));
  expect(sent).toBeUndefined(); // it asks for the statement's line
  await user.type(within(form).getByLabelText(/What you looked at/), 'page 3, last line');
  await user.click(within(form).getByRole('button', { name: /Enter its balance/ }));
  await screen.findByText(/Enter its balance: done/);
  expect(sent).toMatchObject({ system: 'bank:SCB1', amount: 12_500_000.5, evidence: 'page 3, last line' });
});

test('kept reports say what they stopped, and whoever only reads can make none', async () => {
  const auditor = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'auditor' } }));
  await renderConsole({ path: '/money/coverage', handlers: [auditor] });
  const kept = await screen.findByRole('region', { name: 'Kept reports' });
  expect(await within(kept).findByText('Payouts stopped')).toBeVisible();
  expect(within(kept).getByText('98.74 %')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Make the report now' })).toBeNull();
});

test('a kept report opens whole, as a file and for print, and nothing of it can be entered', async () => {
  const asked: string[] = [];
  const file = http.get('*/api/report/coverage', ({ request }) => {
    const { searchParams } = new URL(request.url);
    if (searchParams.get('format') !== 'csv') return;
    asked.push(searchParams.toString());
    return new HttpResponse('what', {
      headers: { 'Content-Disposition': 'attachment; filename="report-coverage.csv"' },
    });
  });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  const { at, user } = await renderConsole({ path: '/money/coverage', handlers: [file] });
  const kept = within(await screen.findByRole('region', { name: 'Kept reports' }));
  const row = (await kept.findByText('Payouts stopped')).closest('li') as HTMLElement;
  await user.click(within(row).getByRole('link'));
  expect(at()).toBe('/money/coverage/l1');
  expect(await screen.findByRole('heading', { name: 'Liability report of 22/11/2026' })).toBeVisible();
  expect(screen.getByText('The day’s, at 05:00')).toBeVisible();
  expect(screen.getByText('98.74 %')).toBeVisible();
  expect(screen.getByRole('row', { name: /SCB1/ })).toHaveTextContent('12,402,150.00812,150.25');
  expect(screen.queryByRole('button', { name: /Enter its balance/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Print' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'CSV file' }));
  await waitFor(() => expect(asked).toEqual(['report=l1&format=csv']));
  await user.click(screen.getByRole('link', { name: 'To the coverage of now' }));
  expect(at()).toBe('/money/coverage');
});

test('a report that nobody kept is not there', async () => {
  await renderConsole({ path: '/money/coverage/nope' });
  expect(await screen.findByText('It is not there any more.')).toBeVisible();
});
