import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ContentDetail } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { Decisions } from '@/console/decision/decisions';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Choice } from '@/console/kit/choice';
import { TextArea } from '@/console/kit/field';
import { Item } from '@/console/kit/item';
import { invalidate } from '@/shared/api/invalidate';
import { Notice } from '@/shared/ui/notice';
import { choiceOf, proposeCall } from './calls';
import { ChangeList } from './change-list';
import { setView, useEdit, useView, VIEWS, type View } from './edits';
import { ExportSection } from './export-button';
import { Form } from './form/form';
import { SHAPES } from './form/shapes';
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
export function Editor({ detail, title, lead, above }: Frame & { detail: ContentDetail }) {
  const { t } = useI18n();
  const { section, state, may } = detail;
  const { edit, now, change, type, rebase, forget } = useEdit(detail);
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
          {moved && <Moved onKeep={rebase} onForget={forget} />}
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
              readOnly={!may.includes('proposeContent')}
              onChange={change}
            />
          ) : (
            <TextArea
              label={t('offer.asJson')}
              value={text}
              rows={Math.min(LINES, text.split('\n').length + 1)}
              readOnly={!may.includes('proposeContent')}
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
            detail={detail}
            edit={edit}
            wrong={settled ? (checked?.wrong.length ?? 0) : 0}
            ready={settled && !moved && checked?.wrong.length === 0 && checked.changes.length > 0}
            onForget={forget}
          />
        ) : (
          <ExportSection section={section} body={now.body} />
        )
      }
    />
  );
}

/** Somebody else's change has come into force since this one began. */
function Moved({ onKeep, onForget }: { onKeep(): void; onForget(): void }) {
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
    </Notice>
  );
}

interface ProposeProps {
  detail: ContentDetail;
  edit: { body: unknown; state: string };
  wrong: number;
  /** It says something new, and nothing is wrong with it. */
  ready: boolean;
  onForget(): void;
}

function Propose({ detail: { section }, edit, wrong, ready, onForget }: ProposeProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  return (
    <Decisions
      calls={{ proposeContent: proposeCall(edit.body) }}
      choices={ready ? [choiceOf('proposeContent')] : []}
      subject={section}
      seen={edit.state}
      nothing={wrong > 0 ? t('offer.wrong', { count: wrong }) : t('offer.notReady')}
      beside={
        <Button variant="ghost" onClick={onForget}>
          {t('offer.forget')}
        </Button>
      }
      onDone={() => {
        onForget();
        void invalidate(client, ['content'], ['proposal'], ['me']);
      }}
      onChanged={() => void invalidate(client, ['content'], ['proposal'])}
    />
  );
}
