import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ItemDetail, ItemLine, Next, Opened, Item as Waiting } from '@/console/api/contract';
import { Decisions } from '@/console/decision/decisions';
import { useI18n } from '@/console/i18n';
import { Age } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { stateName } from '@/console/kit/facts';
import { Item } from '@/console/kit/item';
import { Kbd } from '@/console/kit/kbd';
import { useKeys } from '@/console/kit/keys';
import { LONE_LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { State } from '@/console/kit/state';
import { ApiError } from '@/shared/api/error';
import { Notice } from '@/shared/ui/notice';
import { useCalls } from './calls';
import { ClaimKeys } from './claim-keys';
import { detailQuery, hasDetail } from './detail';
import { firstOf } from './first';
import { ItemFacts } from './item-facts';
import { Held, RowFacts } from './row-facts';

/** The decision that a member is taken into. */
const TAKES = 'assignArrival';

interface Props {
  opened: Pick<Waiting, 'kind' | 'id'>;
  /** The list's own row, where it has one. */
  row: Waiting | undefined;
  /** What comes with the answer to a decision; nothing where the queue is not gone through. */
  next?: Next;
  onOpened(opened: Opened): void;
  onDecided(next: Opened | undefined): void;
}

/** One thing that waits, with all that is needed to decide about it on one screen. */
export function QueuePane({ opened, row, next, onOpened, onDecided }: Props) {
  const { t } = useI18n();
  const query = useQuery({ ...detailQuery(opened), enabled: hasDetail(opened.kind) });
  // Each press begins the decision anew, with the member that was pressed.
  const [taken, setTaken] = useState<Taken>({ press: 0 });
  const take = (what: Omit<Taken, 'press'>) => setTaken(({ press }) => ({ ...what, press: press + 1 }));
  const calls = useCalls(query.data);
  const gone = query.error instanceof ApiError && query.error.code === 'NO_DATA';
  if (gone)
    return (
      <div className="grid gap-3 p-4">
        <h2 className="text-l font-semibold">{t(`kind.${opened.kind}`)}</h2>
        <Notice tone="info">{t('queue.gone')}</Notice>
      </div>
    );
  if (!hasDetail(opened.kind))
    return (
      <Item
        title={t(`kind.${opened.kind}`)}
        amount={row?.amount ?? null}
        detail={
          <>
            {opened.kind === 'chat' ? <ToDesk id={opened.id} /> : <Notice tone="info">{t('queue.noDetail')}</Notice>}
            {row && <RowFacts item={row} />}
          </>
        }
        actions={row && <ClaimKeys item={row} onOpened={onOpened} onReleased={() => undefined} />}
      />
    );
  return (
    <Loaded query={query}>
      {(detail) =>
        detail && (
          <Item
            title={t(`kind.${opened.kind}`)}
            amount={detail.amount}
            lead={<Lead detail={detail} row={row} />}
            detail={
              <ItemFacts
                detail={detail}
                onTake={detail.choices.some(({ call }) => call === TAKES) ? (member) => take({ member }) : undefined}
                onLine={(line) => take({ line })}
              />
            }
            actions={
              <Decisions
                key={taken.press}
                calls={calls}
                next={next}
                nothing={t('queue.nothing')}
                {...about(detail, taken)}
                beside={
                  taken.line ? (
                    <Button variant="secondary" onClick={() => take({})}>
                      {t('near.noLine')}
                    </Button>
                  ) : (
                    <ClaimKeys
                      item={{ ...opened, claim: row ? row.claim : detail.claim }}
                      onOpened={onOpened}
                      onReleased={() => void query.refetch()}
                    />
                  )
                }
                onChanged={() => void query.refetch()}
                onDone={(outcome) => onDecided(outcome.next)}
              />
            }
          />
        )
      }
    </Loaded>
  );
}

/** A conversation is answered at its desk. The key is the one that says yes to every other kind. */
function ToDesk({ id }: { id: string }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const to = `/chat/${id}`;
  useKeys({ a: () => void navigate(to) });
  return (
    <Link to={to} aria-keyshortcuts="a" className={`${LONE_LINK} gap-2 text-sky`}>
      {t('queue.toDesk')}
      <Kbd>a</Kbd>
    </Link>
  );
}

/** What was pressed beside an item: a member that it may be of, or a line that it may be about. */
interface Taken {
  member?: string;
  line?: ItemLine;
  press: number;
}

/** What is decided: the item; or the line that was taken, which is given to the item's member. */
function about(detail: ItemDetail, { member, line }: Taken) {
  if (line?.choice)
    return {
      begins: line.choice.call,
      choices: [line.choice],
      subject: line.id,
      seen: line.seen,
      first: { member: detail.member?.id ?? '' },
    };
  return {
    begins: member && TAKES,
    choices: detail.choices,
    subject: detail.id,
    seen: detail.seen,
    facts: detail.facts,
    first: { ...firstOf(detail), ...(member && { member }) },
  };
}

function Lead({ detail, row }: { detail: ItemDetail; row: Waiting | undefined }) {
  return (
    <>
      <State tone="sky">{stateName(detail.state)}</State>
      {row?.since && <Age since={row.since} due={row.due} />}
      <Held claim={row ? row.claim : detail.claim} />
      <span className="tabular-nums">{detail.id}</span>
    </>
  );
}
