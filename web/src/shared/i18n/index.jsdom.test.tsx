import { act, render, screen, waitFor } from '@testing-library/react';
import { memo, useMemo } from 'react';
import { expect, test } from 'vitest';
import { setLocale, useI18n } from '.';
import { createTexts } from './texts';

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

const texts = { th: { hello: 'สวัสดี' }, lo: { hello: 'ສະບາຍດີ' }, en: { hello: 'Hello' } };
const more = { th: { more: 'อีก' }, lo: { more: 'ອີກ' }, en: { more: 'More' } };

/** An app of two groups of texts. Each load waits until the test lets it come. */
function twoGroups() {
  const loads: Record<string, () => void> = {};
  const load = (name: string, part: Record<string, string>) => () =>
    new Promise<{ default: Record<string, string> }>((resolve) => {
      loads[name] = () => resolve({ default: part });
    });
  const of = (group: string, parts: typeof texts | typeof more) => ({
    th: load(`${group}/th`, parts.th),
    lo: load(`${group}/lo`, parts.lo),
    en: load(`${group}/en`, parts.en),
  });
  const app = createTexts<{ hello: 'Hello'; more: 'More' }, 'core' | 'more'>(
    { core: of('core', texts), more: of('more', more) },
    ['core'],
    'a-language',
  );
  return { ...app, come: (name: string) => loads[name]?.(), asked: () => Object.keys(loads) };
}

test('of two choices the last one is shown and remembered, whichever texts come first', async () => {
  const { setLocale, translate, rememberedLocale, come } = twoGroups();
  const both = [setLocale('lo'), setLocale('en')];
  come('core/en');
  await both[1];
  come('core/lo');
  await both[0];
  expect(translate('hello')).toBe('Hello');
  expect(rememberedLocale()).toBe('en');
});

test('a choice shows the texts of a page that opened while it was loading', async () => {
  const { setLocale, loadTexts, lookUp, come, asked } = twoGroups();
  const chosen = setLocale('en');
  const opened = loadTexts('more');
  come('core/th');
  come('more/th');
  await opened;
  come('core/en');
  await waitFor(() => expect(asked()).toContain('more/en'));
  come('core/en');
  come('more/en');
  await chosen;
  expect([lookUp('hello'), lookUp('more')]).toEqual(['Hello', 'More']);
});
