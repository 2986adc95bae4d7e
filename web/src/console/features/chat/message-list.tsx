import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChatLine } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { read, type Shown } from './content';
import { Media } from './media';
import type { Out, Outbox } from './outbox';

interface Props {
  /** The newest first. */
  messages: readonly ChatLine[];
  /** The number of the last message that the customer has seen. */
  seen: number;
  /** What the server is not known to have. */
  out: readonly Out[];
  outbox: Outbox;
  talk: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}

/** What was said, the newest at the bottom: the box counts from there, so that earlier pages move nothing. */
export function MessageList({ messages, seen, out, outbox, talk }: Props) {
  const { t } = useI18n();
  const said = messages.toReversed();
  const lastOwn = messages.find(({ sender }) => sender === 'other')?.number;
  const waiting = out.filter(({ clientId }) => !messages.some((message) => message.clientId === clientId));
  return (
    <div
      role="log"
      aria-label={t('chat.messages')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by the keyboard
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain"
    >
      <div className="px-4 py-3">
        {talk.hasNextPage && (
          <div className="grid place-items-center pb-3">
            <Button variant="ghost" pending={talk.isFetchingNextPage} onClick={() => void talk.fetchNextPage()}>
              {t('chat.earlier')}
            </Button>
          </div>
        )}
        <ol className="grid gap-2">
          {said.map((message, place) => (
            <li key={message._id}>
              {place > 0 && said[place - 1]?.session_id !== message.session_id && (
                <p className="py-2 text-center text-xs text-t3">{t('chat.session')}</p>
              )}
              <Line message={message} seen={message.number === lastOwn && message.number <= seen} />
            </li>
          ))}
          {waiting.map((one) => (
            <li key={one.clientId}>
              <Waiting out={one} onAgain={() => outbox.again(one)} onRemove={() => outbox.drop(one.clientId)} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function Line({ message, seen }: { message: ChatLine; seen: boolean }) {
  const { t } = useI18n();
  const { sender, operator, createdAt, name } = message;
  const ours = sender === 'other';
  return (
    <Bubble ours={ours} plain={ours && !operator} shown={read(message.message)}>
      {ours ? (operator ?? t('chat.rules')) : name || t('chat.guest')} · <Moment at={createdAt} />
      {seen && ` · ${t('chat.seen')}`}
    </Bubble>
  );
}

interface BubbleProps {
  ours: boolean;
  /** The rules' own words stand back. */
  plain?: boolean;
  /** undefined: of a kind that this page does not know. */
  shown: Shown | undefined;
  children: ReactNode;
}

function Bubble({ ours, plain, shown, children }: BubbleProps) {
  const { t } = useI18n();
  const face = plain ? 'border border-line text-t2' : ours ? 'bg-s3' : 'bg-s2';
  return (
    <div className={`grid max-w-[85%] gap-1 ${ours ? 'ml-auto justify-items-end' : 'justify-items-start'}`}>
      <div className={`grid min-w-0 gap-2 rounded-l px-3 py-2 ${face}`}>
        {!shown && <p className="text-t3">{t('chat.unknown')}</p>}
        {shown?.file && <Media {...shown.file} />}
        {shown?.text && <p className="whitespace-pre-wrap wrap-anywhere">{shown.text}</p>}
        {shown && shown.choices.length > 0 && (
          <ul className="flex flex-wrap gap-1">
            {shown.choices.map((choice) => (
              <li key={choice} className="rounded-full border border-control px-2 text-s text-t2">
                {choice}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="px-1 text-xs text-t3">{children}</p>
    </div>
  );
}

interface WaitingProps {
  out: Out;
  onAgain(): void;
  onRemove(): void;
}

/** An answer on its way; or one that was not sent, which says so and why. */
function Waiting({ out: { text, file, preview, error }, onAgain, onRemove }: WaitingProps) {
  const { t } = useI18n();
  const kind = file?.type.startsWith('video/') ? ('video' as const) : ('image' as const);
  const shown = { text, choices: [], ...(file && preview && { file: { kind, source: preview, name: file.name } }) };
  return (
    <Bubble ours shown={shown}>
      {error ? (
        <span role="alert" className="flex flex-wrap items-center justify-end gap-x-2 text-coral">
          {t('chat.failed')}: {errorText(error)}
          <Button variant="secondary" icon="refresh" onClick={onAgain}>
            {t('chat.resend')}
          </Button>
          <Button variant="ghost" onClick={onRemove}>
            {t('chat.remove')}
          </Button>
        </span>
      ) : (
        t('chat.sending')
      )}
    </Bubble>
  );
}
