import type { Slot, StatementRow } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';

/** Transfers of this game that are not settled yet: how much, since when, and that the member has nothing to do. */
export function UnderWay({ rows, game }: { rows: StatementRow[]; game: Slot }) {
  return rows.map((row) => <Pending key={row._id} row={row} game={game} />);
}

function Pending({ row, game }: { row: StatementRow; game: Slot }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const amount = baht(row.amount);
  return (
    <Notice
      tone="info"
      title={row.to === game.code ? t('game.goingIn', { amount }) : t('game.comingOut', { amount })}
      action={
        <Button size="s" variant="secondary" onClick={() => sheet.openOver('receipt', { id: row._id, page: '1' })}>
          {t('game.details')}
        </Button>
      }
    >
      {t('game.underWay', { time: formatDateTime(row.createdAt) })}
    </Notice>
  );
}
