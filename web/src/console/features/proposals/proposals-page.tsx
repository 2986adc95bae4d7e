import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { Proposal } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { useKeys } from '@/console/kit/keys';
import { useOperator } from '@/console/kit/operator';
import { TwoPanes } from '@/console/kit/two-panes';
import { useCursor } from '@/console/kit/use-cursor';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { ProposalList } from './proposal-list';
import { ProposalPane } from './proposal-pane';
import { hasEnded, proposalsQuery, SHOWS } from './queries';

const NONE: readonly Proposal[] = [];

/**
 * The inbox: a list, and beside it the one that the cursor is on. On a phone the list is a page, and the one another.
 * Both are in the address, so a reload or a link shows the same.
 */
export default function ProposalsPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const me = useOperator();
  const { id } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const show = SHOWS.find((one) => one === params.get('show')) ?? 'waiting';
  const list = useInfiniteQuery(proposalsQuery(show, me.name));
  const read = list.data?.pages.flatMap(({ items }) => items) ?? NONE;
  const rows = show === 'ended' ? read.filter(hasEnded) : read;
  // One that is not in the list, from a link, is shown as well.
  const at = id ? rows.findIndex((row) => row.id === id) : 0;
  const current = id ?? rows[0]?.id;
  usePageTitle(`${t('proposals.title')} · ${name}`);

  const address = (one?: string) => `/proposals${one ? `/${one}` : ''}${show === 'waiting' ? '' : `?show=${show}`}`;
  const open = (row: Proposal, how: { replace: boolean }) => void navigate(address(row.id), how);
  useCursor({
    rows,
    at,
    onMove: (row) => open(row, { replace: Boolean(id) }),
    onOpen: (row) => open(row, { replace: Boolean(id) }),
  });
  useKeys({ escape: () => void navigate(address()) }, Boolean(id));

  /** The next one is ready at once; after the last one, the one before it. */
  function goOn() {
    const after = rows[at + 1] ?? rows[at - 1];
    void navigate(address(at >= 0 ? after?.id : undefined), { replace: true });
  }

  return (
    <TwoPanes
      open={Boolean(id)}
      back={address()}
      list={
        <ProposalList
          show={show}
          list={list}
          rows={rows}
          current={current}
          asOf={list.data?.pages[0]?.asOf}
          address={address}
        />
      }
      one={current && <ProposalPane key={current} id={current} row={rows[at]} onDone={goOn} />}
    />
  );
}
