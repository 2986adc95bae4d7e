import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Proposal } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { actionName } from '@/console/kit/action-name';
import { Chip } from '@/console/kit/chip';
import { Inbox } from '@/console/kit/inbox';
import { ItemRow } from '@/console/kit/item-row';
import { useSystemName } from '@/console/kit/system';
import { SHOWS, type Show } from './queries';

interface Props {
  show: Show;
  list: UseInfiniteQueryResult;
  rows: readonly Proposal[];
  current: string | undefined;
  /** Of which time the list is. */
  asOf: string | undefined;
  address(id?: string): string;
}

export function ProposalList({ show, list, rows, current, asOf, address }: Props) {
  const { t } = useI18n();
  const nameOf = useSystemName();
  return (
    <>
      <div className="grid gap-2 border-b border-line px-3 pt-4 pb-2">
        <h1 className="px-1 text-l font-semibold">{t('proposals.title')}</h1>
        <nav aria-label={t('proposals.title')} className="-mx-3 flex gap-1 overflow-x-auto px-3 pb-1">
          {SHOWS.map((one) => (
            <Chip key={one} to={one === 'waiting' ? '/proposals' : `/proposals?show=${one}`} on={one === show}>
              {t(`proposals.${one}`)}
            </Chip>
          ))}
        </nav>
      </div>
      <Inbox list={list} rows={rows} asOf={asOf} empty={t(show === 'waiting' ? 'proposals.empty' : 'proposals.none')}>
        {row}
      </Inbox>
    </>
  );

  function row({ id, action, member, subject, amount, proposedAt, expiresAt, reason }: Proposal) {
    return (
      <div key={id} className="border-b border-line">
        <ItemRow
          to={address(id)}
          title={actionName(action)}
          subject={member?.name ?? nameOf(subject)}
          amount={amount}
          since={proposedAt}
          due={expiresAt}
          note={reason}
          current={id === current}
        />
      </div>
    );
  }
}
