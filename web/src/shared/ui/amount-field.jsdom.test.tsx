import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useAmount } from '@/shared/hooks/use-amount';
import { loadTexts, setLocale } from '@/shared/i18n';
import type { Locale } from '@/shared/i18n/types';
import { AmountField } from './amount-field';

function Form({ start }: { start?: string }) {
  const entry = useAmount({ ...(start && { start }), say: () => 'How much?' });
  return (
    <>
      <AmountField label="Amount" entry={entry} />
      <button type="button" onClick={entry.take}>
        {entry.amount ?? 'none'}
      </button>
    </>
  );
}

async function shown(locale: Locale = 'en', start?: string) {
  await setLocale(locale);
  await loadTexts('member');
  render(<Form {...(start && { start })} />);
  return { user: userEvent.setup(), field: screen.getByRole('textbox', { name: 'Amount' }) };
}

test('digits are grouped, except while they are edited', async () => {
  const { user, field } = await shown('en', '99999999');
  expect(field).toHaveValue('99,999,999');
  await user.click(field);
  expect(field).toHaveValue('99999999');
  await user.type(field, '{Backspace}');
  expect(field).toHaveValue('9999999');
  await user.tab();
  expect(field).toHaveValue('9,999,999');
  expect(screen.getByRole('button')).toHaveTextContent('9999999');
});

test.each([
  ['100,50', '100.50'],
  ['1.234,5', '1,234.50'],
  ['๒๕๐๐', '2,500'],
  ['໑໐໐໐໐', '10,000'],
  ['１２，０００', '12,000'],
])('%j, typed or pasted, is shown as %s', async (text, grouped) => {
  const { user, field } = await shown();
  await user.click(field);
  await user.paste(text);
  await user.tab();
  expect(field).toHaveValue(grouped);
  expect(field).not.toHaveAttribute('aria-invalid');
});

test.each([
  ['th', /อ่านได้สองแบบ/],
  ['lo', /ອ່ານໄດ້ສອງແບບ/],
  ['en', /read as two amounts/],
] as const)('an ambiguous amount is refused with a text, in %s', async (locale, words) => {
  const { user, field } = await shown(locale);
  await user.type(field, '1.000');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.tab();
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  expect(field).toHaveValue('1.000');
  expect(screen.getByRole('button')).toHaveTextContent('none');
});

test('an invalid amount is reported once the form was sent; an empty field is another case', async () => {
  const { user, field } = await shown();
  await user.click(screen.getByRole('button'));
  expect(screen.getByRole('alert')).toHaveTextContent('How much?');
  await user.type(field, '5 5');
  expect(screen.getByRole('alert')).toHaveTextContent(/not an amount/);
});
