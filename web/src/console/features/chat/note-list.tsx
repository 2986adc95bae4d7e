import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { TextArea } from '@/console/kit/field';
import { Loaded } from '@/console/kit/loaded';
import { useOperator } from '@/console/kit/operator';
import { invalidate } from '@/shared/api/invalidate';
import { uuid } from '@/shared/lib/uuid';
import { Notice } from '@/shared/ui/notice';
import { addNote, notesQuery } from './queries';

const LONGEST = 2000;

/** What operators noted at the conversation for each other. The customer never reads it. */
export function NoteList({ id }: { id: string }) {
  const { t } = useI18n();
  const { role } = useOperator();
  const title = useId();
  const list = useQuery(notesQuery(id));
  return (
    <section aria-labelledby={title} className="grid gap-2 border-t border-line p-4 text-s first:border-t-0">
      <h3 id={title} className="text-m font-semibold">
        {t('chat.notes')}
      </h3>
      {role !== 'auditor' && <NoteForm id={id} />}
      <Loaded query={list}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-t3">{t('chat.notesNone')}</p>
          ) : (
            <ul className="grid gap-2">
              {items.map((note) => (
                <li key={note.id} className="grid gap-0.5">
                  <span className="text-t3">
                    {note.by} · <Moment at={note.at} />
                  </span>
                  <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function NoteForm({ id }: { id: string }) {
  const { t } = useI18n();
  const client = useQueryClient();
  /** A note and its own ID: sent again after a lost answer, it is noted once. */
  const [draft, setDraft] = useState(() => ({ clientId: uuid(), text: '' }));
  const add = useMutation({
    mutationFn: () => addNote(id, draft.clientId, draft.text.trim()),
    onSuccess: () => setDraft({ clientId: uuid(), text: '' }),
    onSettled: () => invalidate(client, notesQuery(id).queryKey),
  });
  function send(event: FormEvent) {
    event.preventDefault();
    if (draft.text.trim()) add.mutate();
  }
  return (
    <form className="grid gap-2" onSubmit={send}>
      {add.error && <Notice tone="error">{errorText(add.error)}</Notice>}
      <TextArea
        label={t('chat.noteWrite')}
        hint={t('chat.noteHint')}
        maxLength={LONGEST}
        value={draft.text}
        readOnly={add.isPending}
        onChange={({ target }) => {
          setDraft({ clientId: add.error ? uuid() : draft.clientId, text: target.value });
          add.reset();
        }}
      />
      <div className="justify-self-end">
        <Button type="submit" variant="secondary" disabled={!draft.text.trim()} pending={add.isPending}>
          {t('chat.noteAdd')}
        </Button>
      </div>
    </form>
  );
}
