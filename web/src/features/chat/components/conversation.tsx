import { type RefObject, useImperativeHandle, useState } from 'react';
import { codeText, errorText } from '@/shared/api/error-text';
import { useDelayedFlag } from '@/shared/hooks/use-delayed-flag';
import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { Skeleton } from '@/shared/ui/skeleton';
import type { ConnectionState } from '../connection';
import { checkFile } from '../rules';
import type { Owner, TalkState } from '../talk';
import { useTalk } from '../use-talk';
import { Announcer } from './announcer';
import { Composer } from './composer';
import { MessageList } from './message-list';
import { type Looked, Viewer } from './viewer';

/** Closes what Escape should close before the panel. Returns true if there was something. */
export type Inner = RefObject<(() => boolean) | undefined>;

/** One conversation: the state of its connection, the messages, and the message being written. */
export function Conversation({ owner, inner }: { owner: Owner; inner: Inner }) {
  const { talk, ...state } = useTalk(owner);
  const [looked, setLooked] = useState<Looked>();
  useImperativeHandle(
    inner,
    () => () => {
      setLooked(undefined);
      return looked !== undefined;
    },
    [looked],
  );
  const empty = state.history === 'ready' && state.messages.length === 0 && state.outbox.length === 0;

  function attach(files: Iterable<File>) {
    for (const file of files) {
      const found = checkFile(file);
      if ('kind' in found) talk.outbox.attach(file, found.kind);
      else notify.error(codeText(found.code, 'params' in found ? found.params : {}));
    }
  }

  return (
    <>
      <ConnectionNotice connection={state.connection} />
      {empty || state.history !== 'ready' ? (
        <Beginning state={state} again={() => void talk.catchUp()} />
      ) : (
        <MessageList talk={talk} state={state} onLook={setLooked} />
      )}
      <Announcer message={state.heard} typing={state.typing} />
      <Composer
        draft={talk.draft}
        onDraft={(text) => talk.write(text)}
        onSay={(text) => talk.outbox.say({ message_type: 'text', payload: text })}
        onFiles={attach}
      />
      {looked && <Viewer picture={looked} onClose={() => setLooked(undefined)} />}
    </>
  );
}

/** Says when messages do not arrive by themselves. While connected it shows nothing. */
function ConnectionNotice({ connection }: { connection: ConnectionState }) {
  const { t } = useI18n();
  const late = useDelayedFlag(connection === 'joining', 1000);
  if (connection === 'refused')
    return (
      <div className="px-3 pt-3">
        <Notice tone="error" title={t('chat.refused')}>
          {t('chat.retrying')}
        </Notice>
      </div>
    );
  return (
    <p role="status" className="bg-s3 text-center text-xs text-t1">
      {(connection === 'lost' || late) && (
        <span className="block px-3 py-1">{t(connection === 'lost' ? 'chat.lost' : 'chat.connecting')}</span>
      )}
    </p>
  );
}

/** Shown before the first message, or before it is known whether there is one. */
function Beginning({ state, again }: { state: TalkState; again(): void }) {
  const { t } = useI18n();
  const waiting = state.history === 'loading';
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-3">
      {waiting && <Waiting />}
      {state.history === 'failed' && (
        <Notice
          tone="error"
          title={t('retry.text')}
          action={
            <Button variant="secondary" size="s" icon="refresh" onClick={again}>
              {t('retry.action')}
            </Button>
          }
        >
          {errorText(state.error)}
        </Notice>
      )}
      {state.history === 'ready' && (
        <EmptyState icon="chat" title={t('chat.empty')}>
          {t('chat.emptyText')}
        </EmptyState>
      )}
    </div>
  );
}

/** Placeholder bubbles, shown after a moment: a quick answer shows none. */
function Waiting() {
  if (!useDelayedFlag(true)) return null;
  return (
    <div className="flex h-full flex-col justify-end gap-3">
      <Skeleton className="h-12 w-3/5" />
      <Skeleton className="ml-auto h-12 w-1/2" />
      <Skeleton className="h-20 w-3/4" />
    </div>
  );
}
