import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useI18n } from '@/shared/i18n';
import { formatDate } from '@/shared/lib/time';
import { Icon } from '@/shared/ui/icon';
import { Spinner } from '@/shared/ui/spinner';
import { atBottom, nearTop } from '../rules';
import type { Talk, TalkState } from '../talk';
import { type Row, rowsOf } from '../thread';
import { MessageBubble, OutgoingBubble } from './bubbles';
import type { Looked } from './viewer';

interface Props {
  talk: Talk;
  state: TalkState;
  onLook(picture: Looked): void;
}

/**
 * The messages. The scrolling box counts from its bottom (its one child is in a reversed column), so pages before the
 * oldest message load without a jump. New messages below are compensated by code while the member has scrolled up.
 */
export function MessageList({ talk, state, onLook }: Props) {
  const { t } = useI18n();
  const { messages, outbox, more, older, unread } = state;
  const rows = useMemo(() => rowsOf(messages, outbox), [messages, outbox]);
  const box = useRef<HTMLDivElement>(null);
  const toBottom = useCallback(() => box.current?.scrollTo({ top: 0 }), []);
  const hold = useSteady(box, rows, outbox.at(-1)?.clientId);

  function scrolled() {
    if (!box.current) return;
    hold();
    talk.scrolled(atBottom(box.current));
    if (nearTop(box.current)) void talk.loadOlder();
  }
  // A first page that does not fill the box can't be scrolled, so the next one loads by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again with every page
  useLayoutEffect(() => {
    const list = box.current;
    if (!list) return;
    talk.scrolled(atBottom(list));
    if (more && list.clientHeight > 0 && list.scrollHeight <= list.clientHeight) void talk.loadOlder();
  }, [talk, rows, more]);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={t('chat.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by the keyboard
        tabIndex={0}
        onScroll={scrolled}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="px-3 pt-3 pb-4">
          {more && <Earlier pending={older} onMore={() => void talk.loadOlder()} />}
          <ol className="grid gap-2">
            {rows.map((row) => (
              <li key={row.key} data-row={row.kind}>
                <RowView row={row} talk={talk} onLook={onLook} />
              </li>
            ))}
          </ol>
        </div>
      </div>
      {unread > 0 && (
        <button
          type="button"
          onClick={toBottom}
          className="absolute bottom-3 left-1/2 flex min-h-11 -translate-x-1/2 items-center gap-2 rounded-full bg-gold px-4 text-s font-semibold whitespace-nowrap text-ongold"
        >
          <Icon name="chevron-down" size="s" />
          {t('chat.unread', { count: unread })}
        </button>
      )}
    </div>
  );
}

function RowView({ row, talk, onLook }: { row: Row; talk: Talk; onLook(picture: Looked): void }) {
  const { t } = useI18n();
  switch (row.kind) {
    case 'day':
      return <p className="py-2 text-center text-xs text-t3 tabular-nums">{formatDate(row.at)}</p>;
    case 'end':
      return (
        <p className="flex items-center gap-3 py-2 text-xs text-t2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t('chat.end')}
        </p>
      );
    case 'message':
      return (
        <MessageBubble
          message={row.message}
          open={row.open}
          onSay={(message) => talk.outbox.say(message)}
          onLook={onLook}
        />
      );
    case 'out':
      return (
        <OutgoingBubble
          item={row.item}
          onResend={() => talk.outbox.resend(row.item.clientId)}
          onRemove={() => talk.outbox.remove(row.item.clientId)}
        />
      );
  }
}

function Earlier({ pending, onMore }: { pending: boolean; onMore(): void }) {
  const { t } = useI18n();
  return (
    <button
      type="button"
      aria-busy={pending || undefined}
      onClick={onMore}
      className="mx-auto flex min-h-11 items-center gap-2 px-4 text-s text-t2"
    >
      {pending ? <Spinner /> : <Icon name="up" size="s" />}
      {t('chat.earlier')}
    </button>
  );
}

/**
 * Keeps the reader's position while the list changes. At the bottom the newest message stays visible, and an own
 * message always becomes visible; further up the row at the top edge keeps its place. Returns the function that records
 * that row.
 */
function useSteady(ref: React.RefObject<HTMLDivElement | null>, rows: Row[], own: string | undefined) {
  const held = useRef<{ row: Element; top: number } | undefined>(undefined);
  const bottom = useRef(true);
  const said = useRef(new Set([own]));
  const hold = useCallback(() => {
    const box = ref.current;
    if (!box) return;
    bottom.current = atBottom(box);
    const edge = box.getBoundingClientRect().top;
    const row = [...box.querySelectorAll('[data-row]')].find((each) => each.getBoundingClientRect().bottom > edge);
    held.current = row && { row, top: row.getBoundingClientRect().top };
  }, [ref]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the rows may move the list
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const spoke = own !== undefined && !said.current.has(own);
    said.current.add(own);
    if (spoke || bottom.current) box.scrollTop = 0;
    else if (held.current?.row.isConnected) {
      box.scrollTop += held.current.row.getBoundingClientRect().top - held.current.top;
    }
    hold();
  }, [ref, rows, own, hold]);
  return hold;
}
