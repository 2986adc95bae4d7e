import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownMember, StatementRow } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Chip } from '@/console/kit/chip';
import { Field } from '@/console/kit/field';
import { Days, FilterForm } from '@/console/kit/filter-form';
import { foundName } from '@/console/kit/found';
import { reasonName } from '@/console/kit/reason';
import { ListRow, RowList } from '@/console/kit/row-list';
import { SelectFrom } from '@/console/kit/select-from';
import { State } from '@/console/kit/state';
import { useFilter } from '@/console/kit/use-filter';
import { baht } from '@/shared/lib/money';
import { placeName } from './names';
import { KINDS, statementQuery } from './queries';

/** What touched the member's accounts, both sides of it. What it is narrowed to is in the address. */
export function StatementTab({ shown }: { shown: ShownMember }) {
  const { t } = useI18n();
  const { id } = shown.member;
  const by = useFilter(['kind', 'account', 'over', 'from', 'to']);
  const list = useInfiniteQuery(statementQuery(id, by.query));
  const { kind, account, over } = by.filter;
  const accounts = useAccounts(shown);
  const place = (one?: string) => {
    const { kind: _, ...rest } = by.filter;
    return `/member/${id}/statement?${new URLSearchParams({ ...rest, ...(one && { kind: one }) })}`;
  };
  return (
    <>
      <nav aria-label={t('tab.kinds')} className="-mx-4 flex gap-1 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
        <Chip to={place()} on={!kind}>
          {t('tab.all')}
        </Chip>
        {KINDS.map((one) => (
          <Chip key={one} to={place(one)} on={one === kind}>
            {t(`moved.${one}`)}
          </Chip>
        ))}
      </nav>
      <FilterForm by={by} path={`/api/member/${id}/statement`}>
        {kind && <input type="hidden" name="kind" value={kind} />}
        <SelectFrom
          label={t('tab.account')}
          name="account"
          chosen={account}
          values={Object.keys(accounts)}
          nameOf={(one) => accounts[one] ?? one}
        />
        <Field label={t('tab.over')} name="over" inputMode="decimal" defaultValue={over} />
        <Days filter={by.filter} />
      </FilterForm>
      <RowList title={t('tab.statement')} list={list} empty={t('tab.statement.none')}>
        {(row) => <Row key={row.reference} row={row} wallet={`member:${id}:wallet`} />}
      </RowList>
    </>
  );
}

/** The member's accounts in the books, and what people call them. Games of one provider may share one. */
function useAccounts({ member: { id }, games }: ShownMember): Record<string, string> {
  const { t } = useI18n();
  return {
    [`member:${id}:wallet`]: t('label.WALLET'),
    [`member:${id}:held`]: t('member.held'),
    [`member:${id}:invite`]: t('member.invite'),
    [`member:${id}:refund`]: t('member.refund'),
    ...Object.fromEntries(
      games.map(({ provider, username }) => [`game:${provider}:${username}`, `${provider} · ${username}`]),
    ),
  };
}

function Row({ row, wallet }: { row: StatementRow; wallet: string }) {
  const { t } = useI18n();
  const { at, reference, kind, from, to, debit, amount, moved, state, balance, reason, found, note, outside } = row;
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
      {found && <span>{foundName(found)}</span>}
      {note && <span>{note}</span>}
    </ListRow>
  );
}
