import { useIsMutating } from '@tanstack/react-query';
import { MONEY, useRecentMovements } from '@/features/wallet/queries';
import type { Slot, StatementRow } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';

/**
 * Transfers of this game that are not settled yet: how much, since when, and that nothing has to be done. While a tap's
 * own answer is awaited its button says so; most are there in a second, and nothing should come and go above a finger.
 */
export function UnderWay({ game }: { game: Slot }) {
  const recent = useRecentMovements();
  const asking = useIsMutating({ predicate: ({ options }) => options.scope?.id === MONEY.id });
  if (asking > 0) return null;
  const rows = recent.data?.statements.filter((row) => touches(row, game.code)) ?? [];
  return rows.map((row) => <Pending key={row._id} row={row} game={game} />);
}

const touches = ({ statementType, status, from, to }: StatementRow, code: string) =>
  statementType === 'transfer' && status === 'IN_PROGRESS' && (from === code || to === code);

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
