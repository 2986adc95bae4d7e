import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Canned } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { Kbd } from '@/console/kit/kbd';
import { Loaded } from '@/console/kit/loaded';
import { useOperator } from '@/console/kit/operator';
import { Panel } from '@/console/kit/panel';
import { ListRow } from '@/console/kit/row-list';
import { invalidate } from '@/shared/api/invalidate';
import { Notice } from '@/shared/ui/notice';
import { CannedDialog } from './canned-dialog';
import { DeskFrame } from './desk-frame';
import { cannedQuery, deleteCanned } from './queries';

/** The answers that operators have ready. Support reads them; cashiers and chiefs change them. */
export default function CannedPage() {
  const { t } = useI18n();
  const { role } = useOperator();
  const list = useQuery(cannedQuery);
  /** What is edited; null: a new one. */
  const [edited, setEdited] = useState<Canned | null>();
  const edits = role === 'cashier' || role === 'chief';
  return (
    <DeskFrame
      title={t('chat.canned')}
      lead={t('chat.cannedLead', { name: '{name}' })}
      beside={
        edits && (
          <Button variant="secondary" onClick={() => setEdited(null)}>
            {t('chat.cannedAdd')}
          </Button>
        )
      }
    >
      <Panel title={t('chat.canned')}>
        <Loaded query={list}>
          {(answers) =>
            answers.length === 0 ? (
              <p className="py-2 text-t2">{t('chat.cannedNone')}</p>
            ) : (
              <ul className="grid">
                {answers.map((answer) => (
                  <Row key={answer.code} answer={answer} {...(edits && { onEdit: () => setEdited(answer) })} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Panel>
      {edited !== undefined && (
        <CannedDialog answer={edited} taken={list.data ?? []} onClose={() => setEdited(undefined)} />
      )}
    </DeskFrame>
  );
}

const LANGUAGES = ['th', 'lo', 'en'] as const;

function Row({ answer, onEdit }: { answer: Canned; onEdit?: () => void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [sure, setSure] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteCanned(answer.code),
    onSettled: () => invalidate(client, cannedQuery.queryKey),
  });
  return (
    <ListRow
      title={
        <>
          {answer.title}
          {answer.keys && <Kbd>{`/${answer.keys}`}</Kbd>}
        </>
      }
      figure={
        onEdit && (
          <span className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={onEdit}>
              {t('chat.cannedEdit')}
            </Button>
            <Button
              variant="danger"
              pending={remove.isPending}
              onClick={() => (sure ? remove.mutate() : setSure(true))}
            >
              {t(sure ? 'chat.cannedSure' : 'chat.cannedDelete')}
            </Button>
          </span>
        )
      }
    >
      <span className="text-t3">
        {answer.changedBy} · <Moment at={answer.changedAt} />
      </span>
      {LANGUAGES.map((language) => (
        <p key={language} lang={language} className="basis-full whitespace-pre-line text-t1">
          {answer.text[language]}
        </p>
      ))}
      {remove.error && <Notice tone="error">{errorText(remove.error)}</Notice>}
    </ListRow>
  );
}
