import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useI18n } from '@/shared/i18n';
import { Icon } from '@/shared/ui/icon';
import { ACCEPT, COUNT_FROM, canSend, lengthOf, MAX_TEXT, sends } from '../rules';

interface Props {
  draft: string;
  onDraft(text: string): void;
  onSay(text: string): void;
  onFiles(files: Iterable<File>): void;
}

/** The message being written. Enter sends it, a modified Enter begins a line; pictures may be pasted. */
export function Composer({ draft, onDraft, onSay, onFiles }: Props) {
  const { t } = useI18n();
  const [text, setText] = useState(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, text);

  function write(next: string) {
    setText(next);
    onDraft(next);
  }
  function send() {
    if (!canSend(text)) return;
    onSay(text.trim());
    write('');
    field.current?.focus();
  }
  function key(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!sends({ ...modifiers(event), isComposing: event.nativeEvent.isComposing })) return;
    event.preventDefault();
    send();
  }
  function paste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    onFiles(event.clipboardData.files);
  }

  return (
    <form
      className="shrink-0 border-t border-line px-2 pt-2 pb-[max(8px,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Counter text={text} />
      <div className="flex items-end gap-1">
        <Attach onFiles={onFiles} />
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={t('chat.write')}
          aria-invalid={lengthOf(text) > MAX_TEXT}
          placeholder={t('chat.write')}
          enterKeyHint="send"
          onChange={(event) => write(event.target.value)}
          onKeyDown={key}
          onPaste={paste}
          className="max-h-[138px] min-h-11 min-w-0 flex-1 resize-none overflow-y-auto rounded-l border border-control bg-s2 px-3 py-2 text-m placeholder:text-t3"
        />
        <button
          type="submit"
          aria-label={t('chat.send')}
          disabled={!canSend(text)}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-gold text-ongold transition-[transform,opacity] duration-120 active:scale-[.98] disabled:opacity-50"
        >
          <Icon name="send" size="m" />
        </button>
      </div>
    </form>
  );
}

const modifiers = ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent) => ({
  key,
  shiftKey,
  ctrlKey,
  altKey,
  metaKey,
});

/** As high as its content, up to five lines. */
function useGrowing(field: React.RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it grow
  useLayoutEffect(() => {
    const box = field.current;
    if (!box) return;
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight + 2}px`;
  }, [field, text]);
}

/** Shown once the limit is near. */
function Counter({ text }: { text: string }) {
  const { t } = useI18n();
  const count = lengthOf(text);
  if (count < COUNT_FROM) return null;
  const over = count > MAX_TEXT;
  return (
    <p role={over ? 'alert' : undefined} className={`px-2 pb-1 text-right text-xs ${over ? 'text-coral' : 'text-t2'}`}>
      {t(over ? 'chat.tooLong' : 'chat.count', {
        count: count.toLocaleString('en-US'),
        max: MAX_TEXT.toLocaleString('en-US'),
      })}
    </p>
  );
}

function Attach({ onFiles }: { onFiles(files: Iterable<File>): void }) {
  const { t } = useI18n();
  return (
    <label className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-full text-t2 hover:text-t1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold">
      <Icon name="clip" size="m" />
      <span className="sr-only">{t('chat.attach')}</span>
      <input
        type="file"
        multiple
        accept={ACCEPT}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          onFiles(files);
        }}
      />
    </label>
  );
}
