import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { ShownMember, StatementRow } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Chip } from '@/console/kit/chip';
import { reasonName } from '@/console/kit/reason';
import { ListRow, RowList } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';
import { baht } from '@/shared/lib/money';
import { placeName } from './names';
import { KINDS, statementQuery } from './queries';

/** What touched the member's accounts, both sides of it. What it is narrowed to is in the address. */
export function StatementTab({ shown: { member } }: { shown: ShownMember }) {
  const { t } = useI18n();
  const [params] = useSearchParams();
  const kind = KINDS.find((one) => one === params.get('kind'));
  const list = useInfiniteQuery(statementQuery(member.id, kind));
  const place = `/member/${member.id}/statement`;
  return (
    <>
      <nav aria-label={t('tab.kinds')} className="-mx-4 flex gap-1 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
        <Chip to={place} on={!kind}>
          {t('tab.all')}
        </Chip>
        {KINDS.map((one) => (
          <Chip key={one} to={`${place}?kind=${one}`} on={one === kind}>
            {t(`moved.${one}`)}
          </Chip>
        ))}
      </nav>
      <RowList
        title={t('tab.statement')}
        list={list}
        empty={t('tab.statement.none')}
        file={{ path: `/api/member/${member.id}/statement`, query: kind ? { kind } : {} }}
      >
        {(row) => <Row key={row.reference} row={row} wallet={`member:${member.id}:wallet`} />}
      </RowList>
    </>
  );
}

function Row({ row, wallet }: { row: StatementRow; wallet: string }) {
  const { t } = useI18n();
  const { at, reference, kind, from, to, debit, amount, moved, state, balance, reason, note, outside } = row;
  const sum = state === 'posted' ? moved : amount;
  return (
    <ListRow
      title={
        <>
          {lookUp(`moved.${kind}`) ?? kind}
          {state !== 'posted' && (
            <State tone={state === 'pending' ? 'gold' : 'grey'}>
              {t(state === 'pending' ? 'tab.pending' : 'tab.voided')}
            </State>
          )}
        </>
      }
      figure={
        <span className={state === 'voided' ? 'text-t3 line-through' : 'font-semibold'}>
          {baht(debit === wallet ? -sum : sum)}
        </span>
      }
    >
      <Moment at={at} />
      <span>{`${placeName(from)} → ${placeName(to)}`}</span>
      <Link to={`/money/transfer/${reference}`} className="underline decoration-line underline-offset-4">
        {reference}
      </Link>
      {balance !== null && <span className="tabular-nums">{t('tab.balance', { amount: baht(balance) })}</span>}
      {reason && <span>{reasonName(reason)}</span>}
      {outside && <span className="text-t3">{outside}</span>}
      {note && <span>{note}</span>}
    </ListRow>
  );
}
