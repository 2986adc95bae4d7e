import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ContentDetail, ContentDraft } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { Decisions } from '@/console/decision/decisions';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { ChangeList } from '@/console/kit/change-list';
import { Choice } from '@/console/kit/choice';
import { TextArea } from '@/console/kit/field';
import { Item } from '@/console/kit/item';
import { useOperator } from '@/console/kit/operator';
import { invalidate } from '@/shared/api/invalidate';
import { Notice } from '@/shared/ui/notice';
import { showToast } from '@/shared/ui/toaster';
import { BudgetPane } from './budget-pane';
import { choiceOf } from './calls';
import { CloseEntries } from './close-entries';
import { proposeDraftCall } from './draft-calls';
import { isKept, setView, useEdit, useView, VIEWS, type View } from './edits';
import { ExportSection } from './export-button';
import { Form } from './form/form';
import { SHAPES } from './form/shapes';
import { OthersDrafts, Under } from './others-drafts';
import { KeptState, OwnDraft } from './own-draft';
import { PreviewButton } from './preview-button';
import { useCheck } from './use-check';
import { WrongList } from './wrong-list';

/** What is around one section, whatever is shown of it. */
export interface Frame {
  title: string;
  lead: ReactNode;
  above: ReactNode;
}

const LINES = 16;

/** A section as a document has it, which is checked while it is typed, and proposed. */
export function Editor(props: Frame & { detail: ContentDetail }) {
  return <OwnDraft section={props.detail.section}>{(own) => <Edited own={own} {...props} />}</OwnDraft>;
}

type EditedProps = Frame & { detail: ContentDetail; own: ContentDraft | undefined };

function Edited({ detail, own, title, lead, above }: EditedProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { section, state, may } = detail;
  const editing = useEdit(detail, own);
  const { edit, now, change, type, rebase } = editing;
  const forget = () =>
    void editing
      .forget(client)
      .then(() => invalidate(client, ['content', 'draft']))
      .catch((error) => showToast('error', errorText(error)));
  const mayEdit = useOperator().role !== 'auditor';
  const shape = SHAPES[section];
  const chosen = useView();
  // What can't be read has no fields.
  const view = shape && !now.unread ? chosen : 'json';
  const typed = edit && !edit.unread ? { [section]: edit.body } : undefined;
  const { checked, settled, error } = useCheck(typed, state);
  const moved = edit !== undefined && edit.state !== state;
  const text = now.text ?? JSON.stringify(now.body, null, 2);
  return (
    <Item
      title={title}
      lead={lead}
      detail={
        <>
          {above}
          <OthersDrafts section={section} />
          <BudgetPane detail={detail} />
          <CloseEntries detail={detail} />
          {moved && <Moved own={own} onKeep={rebase} onForget={forget} />}
          {edit && (
            <KeptState
              edit={edit}
              own={own}
              kept={isKept(edit)}
              again={editing.again}
              insist={editing.insist}
              leave={() => {
                editing.leave();
                void invalidate(client, ['content', 'draft']);
              }}
            />
          )}
          {shape && !now.unread && (
            <div className="justify-self-start">
              <Choice<View>
                label={t('form.view')}
                value={view}
                options={VIEWS.map((value) => ({ value, name: t(`form.view.${value}`) }))}
                onChange={setView}
              />
            </div>
          )}
          {shape && view === 'form' ? (
            <Form
              shape={shape}
              path={section}
              value={now.body}
              wrong={checked?.wrong ?? []}
              readOnly={!mayEdit}
              onChange={change}
            />
          ) : (
            <TextArea
              label={t('offer.asJson')}
              value={text}
              rows={Math.min(LINES, text.split('\n').length + 1)}
              readOnly={!mayEdit}
              spellCheck={false}
              autoCapitalize="none"
              error={now.unread && t('offer.unread', { why: now.unread })}
              onChange={(event) => type(event.target.value)}
            />
          )}
          {error && <Notice tone="error">{errorText(error)}</Notice>}
          {checked && (
            <section aria-label={t('offer.changes')} aria-busy={!settled} className="grid gap-2">
              <h3 className="text-t3">{t('offer.changes')}</h3>
              <WrongList wrong={checked.wrong} />
              <ChangeList changes={checked.changes} label={t('offer.changes')} />
            </section>
          )}
        </>
      }
      actions={
        edit ? (
          <Propose
            edit={edit}
            may={may.includes('proposeContent')}
            wrong={settled ? (checked?.wrong.length ?? 0) : 0}
            ready={settled && isKept(edit) && !moved && checked?.wrong.length === 0 && checked.changes.length > 0}
            shown={settled && isKept(edit) && checked?.wrong.length === 0}
            onForget={forget}
            onDone={() => {
              void editing.proposed(client).then(() => invalidate(client, ['content'], ['proposal'], ['me']));
            }}
          />
        ) : (
          <ExportSection section={section} body={now.body} />
        )
      }
    />
  );
}

/** Somebody else's change has come into force since this one began. */
function Moved({ own, onKeep, onForget }: { own: ContentDraft | undefined; onKeep(): void; onForget(): void }) {
  const { t } = useI18n();
  return (
    <Notice
      tone="warning"
      title={t('offer.moved')}
      announced
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onKeep}>
            {t('offer.keep')}
          </Button>
          <Button variant="ghost" onClick={onForget}>
            {t('offer.again')}
          </Button>
        </div>
      }
    >
      {t('offer.movedMore')}
      {own && !own.inForce && <Under draft={own} />}
    </Notice>
  );
}

interface ProposeProps {
  edit: { id: string; seen?: string | undefined };
  /** Their role proposes it; whoever may not leaves the draft to somebody who may. */
  may: boolean;
  wrong: number;
  /** It says something new, nothing is wrong with it, and the server has it. */
  ready: boolean;
  /** It can be shown in the member app. */
  shown: boolean;
  onForget(): void;
  onDone(): void;
}

function Propose({ edit, may, wrong, ready, shown, onForget, onDone }: ProposeProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  const nothing = may ? t('offer.notReady') : t('offer.leaveIt');
  return (
    <Decisions
      calls={{ proposeContentDraft: proposeDraftCall }}
      choices={ready && may ? [choiceOf('proposeContentDraft')] : []}
      subject={edit.id}
      seen={edit.seen}
      nothing={wrong > 0 ? t('offer.wrong', { count: wrong }) : nothing}
      beside={
        <>
          {shown && <PreviewButton id={edit.id} />}
          <Button variant="ghost" onClick={onForget}>
            {t('offer.forget')}
          </Button>
        </>
      }
      onDone={onDone}
      onChanged={() => void invalidate(client, ['content'], ['proposal'])}
    />
  );
}
