import { type ClipboardEvent, useState } from 'react';
import { ApiError } from '@/shared/api/error';
import { errorText } from '@/shared/api/error-text';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { canPaste, pasteText } from '@/shared/lib/clipboard';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { useSendLink } from './queries';
import { linkIn } from './rules';

/** The remedy for a refusal, if its own text does not name one. */
const NEXT: Record<string, PlainKey> = {
  TRUELINK_INVALID: 'link.nextInvalid',
  TRUELINK_DUPLICATE: 'link.nextDuplicate',
};

interface Props {
  typed: string;
  onType(text: string): void;
  /** Called when the sent text is no longer needed. */
  onUsed(sent: string): void;
  /** Called with the reference of a refusal's row in the list of transfers, while the refusal itself is shown. */
  onRefused(reference: string | undefined): void;
  onGot(amount: number): void;
  onPending(reference: string): void;
}

export function LinkForm({ typed, onType, onUsed, onRefused, onGot, onPending }: Props) {
  const { t } = useI18n();
  const [problem, setProblem] = useState<PlainKey>();
  const send = useSendLink();

  function submit() {
    const link = linkIn(typed);
    setProblem(link ? undefined : 'link.empty');
    if (!link) return;
    send.mutate(link, {
      onSuccess: ({ amount, reference }) => {
        onUsed(typed);
        if (amount === undefined) onPending(reference ?? '');
        else onGot(amount);
      },
      onError: (error) => onRefused(referenceOf(error)),
    });
  }

  async function paste() {
    const text = await pasteText();
    setProblem(text === undefined ? 'link.pasteFailed' : undefined);
    if (text !== undefined) type(linkIn(text));
  }

  function type(text: string) {
    onType(text);
    if (!send.isError) return;
    send.reset();
    onRefused(undefined);
  }

  /** A single-line field would join a message's lines. */
  function pasted(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault();
    type(linkIn(text));
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ol className="grid list-decimal gap-1 pl-5 text-s text-t2 marker:text-gold">
        <li>{t('link.stepMake')}</li>
        <li>{t('link.stepCopy')}</li>
      </ol>
      <Field
        label={t('link.label')}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://gift.truemoney.com/campaign/?v=…"
        value={typed}
        onChange={(event) => type(event.target.value)}
        onPaste={pasted}
        hint={t('link.minimum')}
        error={problem && t(problem)}
        trailing={
          canPaste() && (
            <Button size="s" variant="ghost" onClick={() => void paste()}>
              {t('link.paste')}
            </Button>
          )
        }
      />
      {send.isError && <Refused error={send.error} />}
      <Button type="submit" block needsNetwork icon="link" pending={send.isPending}>
        {send.isPending ? t('link.checking') : t('link.submit')}
      </Button>
    </form>
  );
}

function referenceOf(error: unknown): string | undefined {
  const reference = error instanceof ApiError ? error.params.reference : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

function Refused({ error }: { error: unknown }) {
  const { t } = useI18n();
  const next = error instanceof ApiError ? NEXT[error.code] : undefined;
  if (!next) return <Notice tone="error">{errorText(error)}</Notice>;
  return (
    <Notice tone="error" title={errorText(error)}>
      {t(next)}
    </Notice>
  );
}
