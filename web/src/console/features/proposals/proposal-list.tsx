import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Proposal } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { actionName } from '@/console/kit/action-name';
import { Chip } from '@/console/kit/chip';
import { Inbox } from '@/console/kit/inbox';
import { ItemRow } from '@/console/kit/item-row';
import { useOperator } from '@/console/kit/operator';
import { useSystemName } from '@/console/kit/system';
import { filterOf, hasEnded, SHOWS, type Show } from './queries';

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
  const { name: me } = useOperator();
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
      <Inbox
        list={list}
        rows={rows}
        asOf={asOf}
        // The call can't leave out what has not ended.
        file={show === 'ended' ? undefined : { path: '/api/proposal', query: filterOf(show, me) }}
        empty={t(show === 'waiting' ? 'proposals.empty' : 'proposals.none')}
      >
        {row}
      </Inbox>
    </>
  );

  function row(proposal: Proposal) {
    const { id, action, member, subject, amount, state, proposedAt, expiresAt, endedAt, reason } = proposal;
    const ended = hasEnded(proposal);
    return (
      <div key={id} className="border-b border-line">
        <ItemRow
          to={address(id)}
          title={actionName(action)}
          subject={member?.name ?? nameOf(subject)}
          amount={amount}
          since={(ended && endedAt) || proposedAt}
          due={state === 'open' ? expiresAt : null}
          note={ended ? endOf(proposal) : reason}
          current={id === current}
        />
      </div>
    );
  }

  /** How it ended, by whom and why. */
  function endOf({ state, endedBy, outcome }: Proposal) {
    return [t(`proposalState.${state}`), endedBy, outcome].filter(Boolean).join(' · ');
  }
}
