import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { Item, Opened } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { useKeys } from '@/console/kit/keys';
import { KINDS } from '@/console/kit/kinds';
import { useOperator, useOwnKinds } from '@/console/kit/operator';
import { TwoPanes } from '@/console/kit/two-panes';
import { useCursor } from '@/console/kit/use-cursor';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { showToast } from '@/shared/ui/toaster';
import { keyOf, queueAddress } from './address';
import { detailQuery } from './detail';
import { Preview } from './preview';
import { queueQuery, SHOWS, useNext, useReadAgain } from './queries';
import { QueueList } from './queue-list';
import { QueuePane } from './queue-pane';

const NONE: readonly Item[] = [];

/**
 * Everything that waits for a person: a list by the house's promise, and beside it one of it. The keys move a cursor,
 * which only shows what the list has. Who opens an item is in the audit log, and may have taken it out of the product's
 * hands: so an item is opened by Enter, a press, a claim or as the next one, and is in the address then.
 */
export default function QueuePage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const { role } = useOperator();
  const { kind: itemKind, id } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const read = useReadAgain();
  const show = SHOWS.find((one) => one === params.get('show')) ?? 'all';
  const kind = KINDS.find((one) => one === params.get('kind'));
  const openKind = KINDS.find((one) => one === itemKind);
  const own = useOwnKinds();
  // What comes next is of the kind that is shown, or of those that the operator decides.
  const nextKinds = kind ? [kind] : KINDS.filter((one) => own.includes(one));
  const list = useInfiniteQuery(queueQuery(show, kind));
  const [cursor, setCursor] = useState<string>();
  const [claimed, setClaimed] = useState<Item>();
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? NONE;
  const opened = openKind && id ? { kind: openKind, id } : undefined;
  const wanted = opened ? keyOf(opened) : (cursor ?? (rows[0] && keyOf(rows[0])));
  const at = rows.findIndex((row) => keyOf(row) === wanted);
  // The one that was just claimed may be beyond the list's first page.
  const row = rows[at] ?? (claimed && keyOf(claimed) === wanted ? claimed : undefined);
  usePageTitle(`${t('queue.title')} · ${name}`);

  const address = (item?: Pick<Item, 'kind' | 'id'>) => queueAddress(show, kind, item);
  const open = (item: Pick<Item, 'kind' | 'id'>) => void navigate(address(item), { replace: Boolean(id) });

  /** An item that comes with its detail costs no further request. */
  function showOpened(item: Opened) {
    setClaimed(item.item);
    setCursor(keyOf(item.item));
    if (item.detail) cache.setQueryData(detailQuery(item.item).queryKey, item.detail);
    open(item.item);
  }
  const next = useNext(nextKinds, (found) => {
    if (found.item) return showOpened(found as Opened);
    showToast('info', t('queue.nothingNext'));
  });
  /** What is open or was left is not what comes next. In a list that was only looked at, it is the first. */
  const goOn = () => !next.isPending && next.mutate(row && (opened || cursor) ? [row.id] : []);
  /** After a decision: the item that came with its answer, or the list. */
  function decided(found: Opened | undefined) {
    // It is still on the screen, and is read again only if somebody opens it again.
    if (opened) void cache.invalidateQueries({ queryKey: detailQuery(opened).queryKey, refetchType: 'none' });
    void read();
    if (found) return showOpened(found);
    setCursor(undefined);
    void navigate(address(), { replace: true });
    showToast('info', t('queue.nothingNext'));
  }
  useCursor({
    rows,
    at,
    onMove: (to) => {
      setCursor(keyOf(to));
      if (id) void navigate(address(), { replace: true });
    },
    onOpen: open,
  });
  useKeys({
    ...(role !== 'auditor' && { n: goOn }),
    ...(id && {
      escape: () => {
        setCursor(wanted);
        void navigate(address());
      },
    }),
  });

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
          onNext={role === 'auditor' ? undefined : goOn}
          address={address}
        />
      }
      one={
        opened ? (
          <QueuePane
            key={wanted}
            opened={opened}
            row={row}
            next={{ kinds: nextKinds, skip: [opened.id] }}
            onOpened={showOpened}
            onDecided={decided}
          />
        ) : (
          row && <Preview key={wanted} item={row} onOpen={open} onOpened={showOpened} />
        )
      }
    />
  );
}
