import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeErasures } from '@/console/testing/person-fixtures';
import { renderConsole } from '@/console/testing/render-console';

const panel = (name: string) => screen.findByRole('region', { name });

test('requests that have not ended: those that wait for a person, and those that wait for their date', async () => {
  await renderConsole({ path: '/person', inbox: makeErasures() });
  const open = within(await panel('Waiting for a second person'));
  expect(await open.findByRole('link', { name: /สมหญิง ใจดี/ })).toHaveAttribute('href', '/member/m81');
  expect(open.getByText(/ข้อความในแชต/)).toBeVisible();
  const scheduled = within(await panel('Waiting for their date'));
  expect(await scheduled.findByText('agreed by nok.s')).toBeVisible();
  expect(scheduled.getByRole('link', { name: 'See the approval' })).toHaveAttribute('href', '/proposals/e2');
});

test('whoever asked withdraws it, and what waits for its date is stopped', async () => {
  const { user } = await renderConsole({ path: '/person', inbox: makeErasures() });
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await user.type(await screen.findByLabelText('Your reason'), 'the member stays{Enter}');
  expect(await within(await panel('Waiting for a second person')).findByText('No requests')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await user.type(await screen.findByLabelText('Your reason'), 'it called again{Enter}');
  expect(await within(await panel('Waiting for their date')).findByText('No requests')).toBeVisible();
});

test('what is kept for how long, what ends it, what is due, and when that ran last', async () => {
  await renderConsole({ path: '/person' });
  const kept = within(await panel('What is kept for how long'));
  const rule = async (name: string) => (await kept.findByText(name)).closest('li') as HTMLElement;
  expect(await rule('The books')).toHaveTextContent(/for ever.*proves itself/);
  expect(await rule('Documents of payments')).toHaveTextContent(
    /1826 days.*Over 10,000 rows are due.*Ended by the job old documents of payments.*failed.*last ran through.*for two days/,
  );
  expect(await rule('Pictures of slips')).toHaveTextContent(
    /180 days.*12 rows are due.*the job old slips · last ran [^·]*$/,
  );
  expect(await rule('Codes by telephone')).toHaveTextContent(
    /Nothing is due.*has not run since the nodes were started/,
  );
  expect(await rule('The books')).not.toHaveTextContent(/due/);
});
