import { useRecentMovements } from '@/features/wallet/queries';
import type { Slot } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { inBaht } from '@/shared/lib/credits';
import { intoView } from '@/shared/lib/into-view';
import { Amount } from '@/shared/ui/amount';
import { Notice } from '@/shared/ui/notice';
import { whyNotEmptied } from '../rules';

interface Props {
  /** The games that kept money although all of it was requested. */
  games: Slot[];
  /** Statement rows from before the request. */
  known: ReadonlySet<string>;
}

/**
 * The games that could not be emptied, their balances and the reasons, so that nobody looks for that money at the bank.
 */
export function NotEmptied({ games, known }: Props) {
  const { t } = useI18n();
  const rows = useRecentMovements().data?.statements ?? [];
  if (games.length === 0) return null;
  return (
    <div ref={intoView}>
      <Notice tone="warning" title={t('transfer.partly')}>
        <ul className="grid gap-3 pt-1">
          {games.map((game) => (
            <li key={game.code}>
              <p className="flex items-baseline justify-between gap-3 text-t1">
                <span className="min-w-0 truncate">{game.name}</span>
                <Amount value={inBaht(game)} />
              </p>
              <p>{t(whyNotEmptied(game.code, rows, known))}</p>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
