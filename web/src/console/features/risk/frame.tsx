import type { ReactNode } from 'react';
import { useI18n } from '@/console/i18n';
import { Chip } from '@/console/kit/chip';
import { useHouse } from '@/console/kit/house';
import { useOperator } from '@/console/kit/operator';
import { usePageTitle } from '@/shared/hooks/use-page-title';

/** The pages of risk. Support reads only those that name no amount of the law and no withdrawal. */
const PAGES = [
  { path: '/risk', name: 'risk.groups', support: true },
  { path: '/risk/ring', name: 'risk.rings', support: true },
  { path: '/risk/velocity', name: 'risk.velocity', support: true },
  { path: '/risk/month', name: 'risk.month', support: false },
  { path: '/risk/callout', name: 'risk.callouts', support: false },
] as const;

interface Props {
  /** The page's own address. */
  at: (typeof PAGES)[number]['path'];
  lead: string;
  /** Beneath the lead: a choice of what is listed. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A page of risk, with the way to the others. */
export function RiskFrame({ at, lead, beside, children }: Props) {
  const { t } = useI18n();
  const { name } = useHouse();
  const { role } = useOperator();
  const pages = PAGES.filter(({ support }) => support || role !== 'support');
  const title = t(PAGES.find(({ path }) => path === at)?.name ?? 'risk.title');
  usePageTitle(`${title} · ${t('risk.title')} · ${name}`);
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-1 flex-col gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <header className="grid gap-2">
        <h1 className="text-l font-semibold">{t('risk.title')}</h1>
        <nav
          aria-label={t('risk.pages')}
          className="-mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 pb-2 sm:mx-0 sm:px-0"
        >
          {pages.map((page) => (
            <Chip key={page.path} to={page.path} on={page.path === at}>
              {t(page.name)}
            </Chip>
          ))}
        </nav>
        <p className="max-w-prose text-s text-t2">{lead}</p>
        {beside}
      </header>
      {children}
    </div>
  );
}
