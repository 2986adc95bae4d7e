import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type Ref, useState } from 'react';
import type { Canned, Talk } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { IconButton } from '@/console/kit/button';
import { Icon } from '@/console/kit/icon';
import { CannedMenu, useCanned } from './canned-menu';
import { filled } from './content';

interface Props {
  ref: Ref<HTMLTextAreaElement>;
  draft: string;
  onDraft(text: string): void;
  /** The customer's. */
  language: Talk['conversation']['language'];
  name: string | undefined;
  onType(): void;
  onSay(text: string): void;
  onFiles(files: Iterable<File>): void;
}

const MOST = 2000;

/**
 * The answer. Enter sends it, Shift and Enter begin a line; a slash at its beginning finds canned answers in the
 * customer's language; pictures are pasted or dropped.
 */
export function Composer({ ref, draft, onDraft, language, name, onType, onSay, onFiles }: Props) {
  const { t } = useI18n();
  const [text, setText] = useState(draft);
  const [field, setField] = useState<HTMLTextAreaElement | null>(null);
  const canned = useCanned(text);

  function write(next: string) {
    setText(next);
    onDraft(next);
    if (next) onType();
  }
  function send() {
    const said = text.trim();
    if (!said || said.length > MOST) return;
    onSay(said);
    write('');
  }
  function choose(answer: Canned) {
    write(filled(answer.text[language], { name }));
    field?.focus();
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (canned.open && (key === 'ArrowDown' || key === 'ArrowUp')) canned.move(key === 'ArrowDown' ? 1 : -1);
    else if (canned.open && key === 'Enter') {
      if (canned.current) choose(canned.current);
    } else if (key === 'Escape') {
      if (canned.open) write('');
      else event.currentTarget.blur();
    } else if (key === 'Enter' && !event.shiftKey) send();
    else return;
    event.preventDefault();
  }
  const take = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    if (!files?.length) return;
    event.preventDefault();
    onFiles([...files]);
  };

  return (
    <form
      className="relative border-t border-line px-3 pt-2 pb-[max(8px,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {canned.open && <CannedMenu {...canned} language={language} onChoose={choose} />}
      <div className="flex items-end gap-1">
        <Attach onFiles={onFiles} />
        <IconButton
          icon="list"
          label={t('chat.canned')}
          aria-expanded={canned.open}
          onClick={() => {
            write(canned.open ? '' : '/');
            field?.focus();
          }}
        />
        <textarea
          ref={(box) => {
            setField(box);
            if (typeof ref === 'function') ref(box);
            else if (ref) ref.current = box;
          }}
          rows={Math.min(5, Math.max(1, text.split('\n').length))}
          value={text}
          maxLength={MOST}
          aria-label={t('chat.write')}
          placeholder={t('chat.write')}
          enterKeyHint="send"
          onChange={(event) => write(event.target.value)}
          onKeyDown={press}
          onPaste={(event) => take(event, event.clipboardData.files)}
          onDrop={(event) => take(event, event.dataTransfer.files)}
          onDragOver={(event) => event.preventDefault()}
          className="target min-w-0 flex-1 resize-none rounded-m border border-control bg-s1 px-3 py-1.5 text-m placeholder:text-t3 focus:border-gold sm:text-s"
        />
        <button
          type="submit"
          aria-label={t('chat.send')}
          disabled={!text.trim()}
          className="target grid aspect-square place-items-center rounded-m bg-gold text-ongold disabled:opacity-50"
        >
          <Icon name="send" />
        </button>
      </div>
      <p className="hidden pt-1 text-xs text-t3 lg:block">{t('chat.hint')}</p>
    </form>
  );
}

function Attach({ onFiles }: { onFiles(files: Iterable<File>): void }) {
  const { t } = useI18n();
  return (
    <label
      title={t('chat.attach')}
      className="target grid aspect-square cursor-pointer place-items-center rounded-m text-t2 hover:bg-s2 hover:text-t1 has-focus-visible:outline-2 has-focus-visible:outline-gold"
    >
      <Icon name="clip" />
      <span className="sr-only">{t('chat.attach')}</span>
      <input
        type="file"
        multiple
        accept="image/png,image/jpeg,image/gif,video/mp4,video/quicktime"
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
