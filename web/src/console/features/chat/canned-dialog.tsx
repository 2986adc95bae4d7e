import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Canned } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import type { PlainKey } from '@/console/i18n/types';
import { Button } from '@/console/kit/button';
import { Dialog } from '@/console/kit/dialog';
import { Field, TextArea } from '@/console/kit/field';
import { invalidate } from '@/shared/api/invalidate';
import { Notice } from '@/shared/ui/notice';
import { showToast } from '@/shared/ui/toaster';
import { readCanned, type Wrong } from './canned-form';
import { cannedQuery, setCanned } from './queries';

interface Props {
  /** What is changed; null: a new one. */
  answer: Canned | null;
  taken: readonly Canned[];
  onClose(): void;
}

const LANGUAGES = ['th', 'lo', 'en'] as const;
const LONGEST = 2000;

/** One answer in the three languages of the app. It is there for every operator as soon as it is saved. */
export function CannedDialog({ answer, taken, onClose }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [wrong, setWrong] = useState<Wrong>({});
  const save = useMutation({
    mutationFn: setCanned,
    onSuccess: () => {
      showToast('success', t('chat.cannedSaved'));
      onClose();
    },
    onSettled: () => invalidate(client, cannedQuery.queryKey),
  });
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const read = readCanned(new FormData(event.currentTarget), answer, taken);
    setWrong(read.wrong);
    if (read.body) save.mutate(read.body);
  }
  const says = (key: PlainKey | undefined) => key && t(key);
  return (
    <Dialog open title={t(answer ? 'chat.cannedEdit' : 'chat.cannedAdd')} onClose={() => save.isPending || onClose()}>
      <form
        noValidate
        className="grid max-h-[68dvh] gap-4 overflow-y-auto px-4 pt-1 pb-4"
        onSubmit={send}
        onChange={() => {
          setWrong({});
          save.reset();
        }}
      >
        {save.error && <Notice tone="error">{errorText(save.error)}</Notice>}
        <Field
          label={t('chat.cannedTitle')}
          name="title"
          maxLength={255}
          defaultValue={answer?.title}
          error={says(wrong.title)}
          autoComplete="off"
        />
        <Field
          label={t('chat.cannedKeys')}
          name="keys"
          maxLength={20}
          hint={t('chat.cannedKeysHint')}
          defaultValue={answer?.keys}
          error={says(wrong.keys)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        {LANGUAGES.map((language) => (
          <TextArea
            key={language}
            label={t(`chat.in.${language}`)}
            name={language}
            lang={language}
            rows={3}
            maxLength={LONGEST}
            defaultValue={answer?.text[language]}
            error={says(wrong[language])}
          />
        ))}
        <p className="text-s text-t3">{t('chat.cannedBraces', { name: '{name}' })}</p>
        <Button type="submit" block pending={save.isPending}>
          {t('chat.cannedSave')}
        </Button>
      </form>
    </Dialog>
  );
}
