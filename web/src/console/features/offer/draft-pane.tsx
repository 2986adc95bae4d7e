import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import type { ContentDetail, ContentDraftDetail } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { Decisions } from '@/console/decision/decisions';
import { useI18n } from '@/console/i18n';
import { Age } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { ChangeList } from '@/console/kit/change-list';
import { Item } from '@/console/kit/item';
import { Loaded } from '@/console/kit/loaded';
import { useOperator } from '@/console/kit/operator';
import { invalidate } from '@/shared/api/invalidate';
import { Notice } from '@/shared/ui/notice';
import { showToast } from '@/shared/ui/toaster';
import { choiceOf } from './calls';
import { deleteDraft, draftQuery, dropDraft, proposeDraftCall, useDraftsOf } from './draft-calls';
import type { Frame } from './editor';
import { useEdit, useEdits } from './edits';
import { PreviewButton } from './preview-button';
import { addressOf } from './section-list';
import { WrongList } from './wrong-list';

/** Another operator's draft: what it would change, and what has changed since it began. */
export function DraftPane({ detail, title, lead, above }: Frame & { detail: ContentDetail }) {
  const id = useSearchParams()[0].get('id') ?? '';
  const query = useQuery(draftQuery(id));
  return (
    <Loaded query={query}>
      {(draft) => (
        <Item
          title={title}
          lead={lead}
          detail={
            <>
              {above}
              <Shown draft={draft} />
            </>
          }
          actions={<Steps draft={draft} detail={detail} />}
        />
      )}
    </Loaded>
  );
}

function Shown({ draft }: { draft: ContentDraftDetail }) {
  const { t } = useI18n();
  const { by, note, changed, changes, under, wrong, readable } = draft;
  return (
    <>
      <div>
        <h3 className="font-semibold">{t('offer.draftOf', { name: by })}</h3>
        <p className="text-s text-t2">
          <Age since={changed} />
          {note && ` · ${note}`}
        </p>
      </div>
      {!readable && <Notice tone="warning" title={t('offer.unreadDraft')} />}
      {under.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-t3">{t('offer.under')}</h3>
          <ChangeList changes={under} label={t('offer.under')} />
        </section>
      )}
      <section className="grid gap-2">
        <h3 className="text-t3">{t('offer.changes')}</h3>
        <WrongList wrong={wrong} />
        <ChangeList changes={changes} label={t('offer.changes')} />
      </section>
    </>
  );
}

function Steps({ draft, detail }: { draft: ContentDraftDetail; detail: ContentDetail }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { role } = useOperator();
  const { id, section, may, state, readable, inForce, wrong, changes } = draft;
  const { own } = useDraftsOf(section);
  const edited = section in useEdits();
  const { change } = useEdit(detail, own);
  const away = () => void navigate(addressOf(section));
  const ready = readable && inForce && wrong.length === 0 && changes.length > 0;
  const throwAway = async () => {
    await deleteDraft(id);
    await dropDraft(client, id);
    away();
  };
  return (
    <Decisions
      calls={{ proposeContentDraft: proposeDraftCall }}
      choices={ready && may.includes('proposeContentDraft') ? [choiceOf('proposeContentDraft')] : []}
      subject={id}
      seen={state}
      nothing={t(ready ? 'offer.mayNot' : 'offer.notReady')}
      beside={
        <>
          {may.includes('previewContentDraft') && wrong.length === 0 && <PreviewButton id={id} />}
          {role !== 'auditor' && !own && !edited && inForce && (
            <Button
              variant="secondary"
              onClick={() => {
                change(draft.body);
                away();
              }}
            >
              {t('offer.copyDraft')}
            </Button>
          )}
          {may.includes('deleteContentDraft') && (
            <Button
              variant="ghost"
              onClick={() => void throwAway().catch((error) => showToast('error', errorText(error)))}
            >
              {t('offer.forget')}
            </Button>
          )}
        </>
      }
      onDone={() => {
        void dropDraft(client, id).then(() => invalidate(client, ['content'], ['proposal'], ['me']));
        away();
      }}
      onChanged={() => void invalidate(client, ['content'], ['proposal'])}
    />
  );
}
