import { useI18n } from '@/shared/i18n';
import { pageWindow } from '@/shared/lib/page-window';
import { Icon } from './icon';

interface Props {
  page: number;
  total: number;
  limit: number;
  onPage(page: number): void;
}

const BUTTON =
  'grid size-11 place-items-center rounded-m text-s tabular-nums text-t2 hover:text-t1 disabled:opacity-35';

/** Pages of a list, three before the current one and one after it. Nothing if there is only one page. */
export function Pager({ page, total, limit, onPage }: Props) {
  const { t } = useI18n();
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return null;
  return (
    <nav aria-label={t('pager.label')} className="flex flex-wrap items-center justify-center gap-1">
      <button
        type="button"
        aria-label={t('pager.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        className={BUTTON}
      >
        <Icon name="chevron-left" size="m" />
      </button>
      {pageWindow(page, pages).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={t('pager.page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
          className={`${BUTTON} aria-[current=page]:bg-gold aria-[current=page]:font-semibold aria-[current=page]:text-ongold`}
        >
          {number}
        </button>
      ))}
      <button
        type="button"
        aria-label={t('pager.next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
        className={BUTTON}
      >
        <Icon name="chevron-right" size="m" />
      </button>
    </nav>
  );
}
