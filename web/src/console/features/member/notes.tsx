import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '@/console/api/client';
import type { MemberNote, ShownMember } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { TextArea } from '@/console/kit/field';
import { useOperator } from '@/console/kit/operator';
import { ListRow, RowList } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';
import { invalidate } from '@/shared/api/invalidate';
import { withTapKey } from '@/shared/api/tap-key';
import { Notice } from '@/shared/ui/notice';
import { notesQuery } from './queries';

const LONGEST = 2000;

/** What operators noted about the member for each other, and a place for another note. */
export function NotesTab({ shown: { member } }: { shown: ShownMember }) {
  const { t } = useI18n();
  const { role } = useOperator();
  const list = useInfiniteQuery(notesQuery(member.id));
  return (
    <>
      {role !== 'auditor' && <NoteForm member={member.id} />}
      <RowList title={t('tab.notes')} list={list} empty={t('tab.notes.none')}>
        {(note) => <Note key={note.id} member={member.id} note={note} />}
      </RowList>
    </>
  );
}

function NoteForm({ member }: { member: string }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [pinned, setPinned] = useState(false);
  const add = useMutation({
    mutationFn: (body: { text: string; pinned: boolean }) =>
      withTapKey(`addMemberNote:${member}`, body, (header) =>
        unwrap(api.POST('/api/member/{id}/note', { params: { path: { id: member }, header }, body })),
      ),
    onSuccess: () => {
      setText('');
      setPinned(false);
      void invalidate(client, ['member', 'list', member, 'note']);
    },
  });
  function send(event: FormEvent) {
    event.preventDefault();
    if (text.trim()) add.mutate({ text: text.trim(), pinned });
  }
  return (
    <form className="grid gap-2" onSubmit={send}>
      {add.error && <Notice tone="error">{errorText(add.error)}</Notice>}
      <TextArea
        label={t('note.text')}
        hint={t('note.hint')}
        maxLength={LONGEST}
        value={text}
        readOnly={add.isPending}
        onChange={({ target }) => {
          setText(target.value);
          add.reset();
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label className="target flex items-center gap-2 text-t2">
          <input
            type="checkbox"
            className="size-5 accent-gold"
            checked={pinned}
            onChange={({ target }) => setPinned(target.checked)}
          />
          {t('note.pin')}
        </label>
        <Button type="submit" disabled={!text.trim()} pending={add.isPending}>
          {t('note.add')}
        </Button>
      </div>
    </form>
  );
}

function Note({ member, note: { id, by, text, pinned, at, may } }: { member: string; note: MemberNote }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/api/member/{id}/note/{note}', { params: { path: { id: member, note: id } } })),
    onSettled: () => invalidate(client, ['member', 'list', member, 'note']),
  });
  return (
    <ListRow
      title={
        <>
          {by}
          {pinned && <State tone="sky">{t('note.pinned')}</State>}
        </>
      }
      figure={
        may.includes('deleteMemberNote') && (
          <Button variant="danger" pending={remove.isPending} onClick={() => remove.mutate()}>
            {t('note.delete')}
          </Button>
        )
      }
    >
      <Moment at={at} />
      <p className="basis-full whitespace-pre-line text-t1">{text}</p>
      {remove.error && <Notice tone="error">{errorText(remove.error)}</Notice>}
    </ListRow>
  );
}
