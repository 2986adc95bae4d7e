import type { StatementRow } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { formatTime, timeAgo } from '@/shared/lib/time';
import { Amount } from '@/shared/ui/amount';
import { Icon } from '@/shared/ui/icon';
import { Status } from '@/shared/ui/status';
import { AGO } from '../ago';
import { LOOKS, signOf } from '../rules';
import { usePlaceName } from '../use-place-name';

/** One movement; a tap shows its receipt. */
export function Row({ row, page }: { row: StatementRow; page: number }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const placeName = usePlaceName();
  const look = LOOKS[row.statementType];
  const { unit, count } = timeAgo(row.createdAt, new Date());
  const sign = signOf(row);
  return (
    <li>
      <button
        type="button"
        onClick={() => sheet.open('receipt', { id: row._id, page: String(page) })}
        className="flex min-h-20 w-full items-center gap-3 px-3 py-2 text-left hover:bg-s2"
      >
        <span className={`grid size-10 shrink-0 place-items-center rounded-full ${look.color}`}>
          <Icon name={look.icon} size="m" />
        </span>
        <span className="grid min-w-0 flex-1">
          <span className="truncate font-semibold">{activity(row, t(look.text))}</span>
          <span className="truncate text-s text-t2">
            {placeName(row.from)} → {placeName(row.to)}
          </span>
          <span className="truncate text-xs text-t3 tabular-nums">
            {formatTime(row.createdAt)} · {t(AGO[unit], { count })}
          </span>
        </span>
        <span className="grid shrink-0 justify-items-end text-s">
          <span className={`text-m font-semibold ${amountColor(row, sign)}`}>
            <Amount value={row.amount} sign={sign} />
          </span>
          <Status value={row.status} />
        </span>
      </button>
    </li>
  );
}

function amountColor(row: StatementRow, sign: string | undefined): string {
  // Money that went back at a bonus's end did go back, even if the bonus itself is lost.
  if (row.status === 'FAILED' && row.statementType !== 'finish_bonus') return 'line-through opacity-60';
  return sign === '+' ? 'text-jade' : 'text-t1';
}

/** What the movement was: a campaign's own text if it has one, and whether it has ended. */
export function activity(row: StatementRow, text: string): string {
  const named = row.bonus ?? row.promotion ?? row.invite ?? row.refund ?? row.luckydraw;
  if (!named?.description) return text;
  return row.statementType === 'finish_bonus' ? `${text} · ${named.description}` : named.description;
}
