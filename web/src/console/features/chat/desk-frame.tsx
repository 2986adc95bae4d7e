import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { LONE_LINK } from '@/console/kit/link';
import { usePageTitle } from '@/shared/hooks/use-page-title';

interface Props {
  title: string;
  lead: string;
  /** At the other side of the title: a button. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A page behind the chat desk, with the way back to it. */
export function DeskFrame({ title, lead, beside, children }: Props) {
  const { t } = useI18n();
  const { name } = useHouse();
  usePageTitle(`${title} · ${name}`);
  return (
    <div className="mx-auto grid w-full max-w-[860px] content-start gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <Link to="/chat" className={`${LONE_LINK} w-fit text-s`}>
            {t('nav.chat')}
          </Link>
          <h1 className="text-l font-semibold">{title}</h1>
          <p className="max-w-prose text-s text-t2">{lead}</p>
        </div>
        {beside}
      </header>
      {children}
    </div>
  );
}
