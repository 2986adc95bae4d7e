import type { ReactNode } from 'react';
import { errorText } from '@/shared/api/error-text';
import { isUnknownOutcome } from '@/shared/api/outcome';
import type { ChatSaid, Conversation } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { formatDateTime, formatTime } from '@/shared/lib/time';
import { Icon } from '@/shared/ui/icon';
import { pieces, read, type Shown } from '../content';
import type { Outgoing } from '../thread';
import { Cards } from './cards';
import { Choices } from './choices';
import { MediaView } from './media-view';
import type { Looked } from './viewer';

interface Props {
  message: Conversation;
  /** Whether its quick replies are still shown. */
  open: boolean;
  onSay(message: ChatSaid): void;
  onLook(picture: Looked): void;
}

export function MessageBubble({ message, open, onSay, onLook }: Props) {
  const { t } = useI18n();
  const shown = read(message.message);
  const own = message.sender === 'customer';
  return (
    <Side own={own}>
      <Bubble own={own} wide={shown.kind === 'cards'}>
        <span className="sr-only">{t(own ? 'chat.you' : 'chat.us')}: </span>
        <Content shown={shown} onSay={onSay} onLook={onLook} />
      </Bubble>
      <p className="flex items-center gap-1 px-1 text-xs text-t3 tabular-nums">
        <time dateTime={message.createdAt} title={formatDateTime(message.createdAt)}>
          {formatTime(message.createdAt).slice(0, 5)}
        </time>
        {own && <Mark icon="check" text={t('chat.status.succeed')} />}
      </p>
      {shown.kind === 'replies' && open && (
        <Choices choices={shown.choices} label={t('chat.replies')} chips onSay={onSay} />
      )}
    </Side>
  );
}

/** A message that is being sent: its progress, or what can be done about a failure. */
export function OutgoingBubble({ item, onResend, onRemove }: { item: Outgoing; onResend(): void; onRemove(): void }) {
  const { t } = useI18n();
  const { message, status, preview, part } = item;
  const media = message.message_type === 'media' ? message.payload : undefined;
  const failed = status === 'failed';
  return (
    <Side own>
      <Bubble own>
        <span className="sr-only">{t('chat.you')}: </span>
        {media && preview ? (
          <MediaView fileType={media.fileType} source={preview} name={media.name}>
            {status === 'uploading_file' && <UploadBar part={part} />}
          </MediaView>
        ) : (
          <Content shown={read(message)} />
        )}
      </Bubble>
      {failed ? (
        <div role="alert" className="grid justify-items-end">
          <p className="flex items-center gap-1 px-1 text-xs text-coral">
            <Icon name="alert" size="s" />
            {t('chat.status.failed')}
          </p>
          {!isUnknownOutcome(item.error) && <p className="px-1 text-right text-xs text-t2">{errorText(item.error)}</p>}
        </div>
      ) : (
        <p className="flex items-center gap-1 px-1 text-xs text-t3 tabular-nums">
          <Mark icon="clock" text="" />
          {status === 'uploading_file'
            ? t('chat.status.uploading_file', { percent: Math.round(part * 100) })
            : t('chat.status.sending')}
        </p>
      )}
      {status !== 'sending' && (
        <p className="flex gap-1">
          {failed && <Small onClick={onResend}>{t('chat.resend')}</Small>}
          <Small onClick={onRemove}>{t(failed ? 'chat.remove' : 'confirm.cancel')}</Small>
        </p>
      )}
    </Side>
  );
}

function Content({ shown, onSay, onLook }: { shown: Shown } & Partial<Pick<Props, 'onSay' | 'onLook'>>) {
  const { t } = useI18n();
  switch (shown.kind) {
    case 'text':
    case 'replies':
      return <Words text={shown.text} />;
    case 'choices':
      return (
        <div className="grid gap-2">
          {shown.text && <Words text={shown.text} />}
          <Choices choices={shown.choices} onSay={onSay} />
        </div>
      );
    case 'media':
      return (
        <div className="grid gap-2">
          <MediaView {...shown} onLook={onLook} />
          {shown.text && <Words text={shown.text} />}
        </div>
      );
    case 'cards':
      return <Cards cards={shown.cards} onSay={onSay} />;
    case 'unknown':
      return <p className="text-s text-t2">{t('chat.unknown')}</p>;
  }
}

/** The text as it was written; its addresses become links. */
function Words({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {pieces(text).map(({ text: words, href }, i) =>
        href ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change
            key={i}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="text-sky underline underline-offset-2"
          >
            {words}
          </a>
        ) : (
          words
        ),
      )}
    </p>
  );
}

function Side({ own, children }: { own: boolean; children: ReactNode }) {
  return <div className={`grid gap-0.5 ${own ? 'justify-items-end' : 'justify-items-start'}`}>{children}</div>;
}

function Bubble({ own, wide, children }: { own: boolean; wide?: boolean; children: ReactNode }) {
  if (wide) return <div className="w-full min-w-0">{children}</div>;
  const look = own ? 'rounded-br-s bg-gold/20' : 'rounded-bl-s bg-s3';
  return <div className={`max-w-[85%] min-w-0 rounded-l px-3 py-2 text-m ${look}`}>{children}</div>;
}

function Mark({ icon, text }: { icon: 'check' | 'clock'; text: string }) {
  return (
    <>
      <Icon name={icon} size="s" />
      {text && <span className="sr-only">{text}</span>}
    </>
  );
}

function Small({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 px-2 text-s font-semibold text-gold underline underline-offset-4"
    >
      {children}
    </button>
  );
}

function UploadBar({ part }: { part: number }) {
  const { t } = useI18n();
  const percent = Math.round(part * 100);
  return (
    <div
      role="progressbar"
      aria-label={t('chat.status.uploading_file', { percent })}
      aria-valuenow={percent}
      className="absolute inset-x-2 bottom-2 h-2 overflow-hidden rounded-full bg-ink/70"
    >
      <div
        style={{ transform: `scaleX(${part})` }}
        className="h-full w-full origin-left rounded-full bg-gold transition-transform duration-200"
      />
    </div>
  );
}
