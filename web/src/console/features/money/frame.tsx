import type { FormEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useI18n } from '@/console/i18n';
import type { PlainKey } from '@/console/i18n/types';
import { Button } from '@/console/kit/button';
import { Chip } from '@/console/kit/chip';
import { useHouse } from '@/console/kit/house';
import { useOperator } from '@/console/kit/operator';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { addressOf } from './address';

/** The parts of the books, by their addresses; reports are for those who answer for the money. */
const PARTS: readonly { path: string; name: PlainKey; report?: boolean }[] = [
  { path: '/money', name: 'money.accounts' },
  { path: '/money/transfers', name: 'money.transfers' },
  { path: '/money/finance', name: 'money.finance', report: true },
  { path: '/money/figures', name: 'money.figures' },
  { path: '/money/providers', name: 'money.providers' },
  { path: '/money/days', name: 'money.days' },
  { path: '/money/coverage', name: 'money.coverage', report: true },
];

interface Props {
  /** The part that the page belongs to. */
  at: string;
  children: ReactNode;
}

/** What every page of the books has above it: its parts, and the way to an account or a transfer by its name. */
export function MoneyFrame({ at, children }: Props) {
  const { t } = useI18n();
  const { name } = useHouse();
  const { role } = useOperator();
  usePageTitle(`${t('money.title')} · ${name}`);
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-1 flex-col gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto print:block print:max-w-none print:overflow-visible print:p-0">
      <header className="grid gap-2 print:hidden">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h1 className="text-l font-semibold">{t('money.title')}</h1>
          <Finder />
        </div>
        <nav aria-label={t('money.parts')} className="-mx-4 flex gap-1 overflow-x-auto px-4 pb-1 sm:mx-0 sm:px-0">
          {PARTS.filter(({ report }) => !report || role !== 'support').map(({ path, name: key }) => (
            <Chip key={path} to={path} on={path === at}>
              {t(key)}
            </Chip>
          ))}
        </nav>
      </header>
      {children}
    </div>
  );
}

function Finder() {
  const { t } = useI18n();
  const navigate = useNavigate();
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (wanted) navigate(addressOf(wanted));
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: jsdom knows no <search> yet
    <form role="search" onSubmit={find} className="flex w-full gap-2 sm:w-auto">
      <input
        name="q"
        aria-label={t('money.find')}
        placeholder={t('money.find')}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        className="target w-full min-w-0 rounded-m border border-control bg-s1 px-3 py-1.5 text-m text-t1 outline-none placeholder:text-t3 focus:border-gold focus:outline-2 focus:outline-gold sm:w-80 sm:text-s"
      />
      <span className="flex shrink-0">
        <Button type="submit" variant="secondary">
          {t('money.go')}
        </Button>
      </span>
    </form>
  );
}
