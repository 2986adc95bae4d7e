import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { Item } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { useKeys } from '@/console/kit/keys';
import { TwoPanes } from '@/console/kit/two-panes';
import { useCursor } from '@/console/kit/use-cursor';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { notify } from '@/shared/ui/notify';
import { queueAddress } from './address';
import { KINDS } from './kinds';
import { queueQuery, SHOWS, useNext } from './queries';
import { QueueList } from './queue-list';
import { QueuePane } from './queue-pane';

const NONE: readonly Item[] = [];

/** What names an item among all kinds. */
const keyOf = ({ kind, id }: Item) => `${kind}/${id}`;

/**
 * Everything that waits for a person: a list by the house's promise, and beside it the one that the cursor is on. On a
 * phone the list is a page, and the one another. Both are in the address, so a reload or a link shows the same.
 */
export default function QueuePage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const { kind: itemKind, id } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const show = SHOWS.find((one) => one === params.get('show')) ?? 'all';
  const kind = KINDS.find((one) => one === params.get('kind'));
  const list = useInfiniteQuery(queueQuery(show, kind));
  const [claimed, setClaimed] = useState<Item>();
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? NONE;
  const wanted = id ? `${itemKind}/${id}` : rows[0] && keyOf(rows[0]);
  const at = rows.findIndex((row) => keyOf(row) === wanted);
  // The one that was just claimed may be beyond the list's first page.
  const current = rows[at] ?? (claimed && keyOf(claimed) === wanted ? claimed : undefined);
  usePageTitle(`${t('queue.title')} · ${name}`);

  const address = (item?: Item) => queueAddress(show, kind, item);
  const open = (item: Item) => void navigate(address(item), { replace: Boolean(id) });
  const next = useNext(kind, (item) => {
    if (!item) return notify.success(t('queue.nothingNext'));
    setClaimed(item);
    open(item);
  });
  const goOn = () => !next.isPending && next.mutate(current ? [current.id] : []);
  useCursor({ rows, at, onMove: open, onOpen: open });
  useKeys({ n: goOn, ...(id && { escape: () => void navigate(address()) }) });

  return (
    <TwoPanes
      open={Boolean(id)}
      back={address()}
      list={
        <QueueList
          show={show}
          kind={kind}
          list={list}
          rows={rows}
          current={wanted}
          asOf={list.data?.pages[0]?.asOf}
          next={next}
          onNext={goOn}
          address={address}
        />
      }
      one={wanted && <QueuePane key={wanted} item={current} loaded={list.isSuccess} next={next} onNext={goOn} />}
    />
  );
}
