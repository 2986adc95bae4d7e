import { act, render, screen } from '@testing-library/react';
import { memo, useMemo } from 'react';
import { expect, test } from 'vitest';
import { setLocale, useI18n } from '.';

const Label = memo(({ t }: { t: ReturnType<typeof useI18n>['t'] }) => <p>{t('login.password')}</p>);

function Remembers() {
  const { t } = useI18n();
  const title = useMemo(() => t('login.title'), [t]);
  return (
    <>
      <h1>{title}</h1>
      <Label t={t} />
    </>
  );
}

test('a value memoised by `t` changes with the language', async () => {
  await setLocale('th');
  render(<Remembers />);
  expect(screen.getByRole('heading')).toHaveTextContent('เข้าสู่ระบบ');
  await act(() => setLocale('en'));
  expect(screen.getByRole('heading')).toHaveTextContent('Log in');
  expect(screen.getByText('Password')).toBeInTheDocument();
});
