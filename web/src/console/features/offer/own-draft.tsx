import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { ContentDraft } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Loaded } from '@/console/kit/loaded';
import { useOperator } from '@/console/kit/operator';
import { Notice } from '@/shared/ui/notice';
import { showToast } from '@/shared/ui/toaster';
import { draftQuery, draftsQuery, isProposed } from './draft-calls';
import { isKept, takeDraft, useEdits } from './edits';

interface Props {
  section: string;
  children(own: ContentDraft | undefined): ReactNode;
}

/** Brings the operator's own draft of a section onto the page, from whatever device it was typed on. */
export function OwnDraft({ section, children }: Props) {
  const { name } = useOperator();
  const list = useQuery(draftsQuery);
  return (
    <Loaded query={list}>
      {({ items }) => {
        const own = items.find((one) => one.section === section && one.by === name);
        return (
          <Typed section={section} draft={own && !isProposed(own) ? own : undefined}>
            {() => children(own)}
          </Typed>
        );
      }}
    </Loaded>
  );
}

/** What is edited goes on as it is while its draft comes and goes in the list. */
function Typed({
  section,
  draft,
  children,
}: {
  section: string;
  draft: ContentDraft | undefined;
  children(): ReactNode;
}) {
  const edit = useEdits()[section];
  const old = draft !== undefined && (!edit || (isKept(edit) && edit.revision < draft.revision));
  const query = useQuery({ ...draftQuery(draft?.id ?? '', draft?.revision), enabled: old });
  useEffect(() => {
    if (old && query.data) takeDraft(query.data);
  }, [old, query.data]);
  // One that was thrown away a moment ago is in the list still.
  const shown = edit !== undefined || !old || query.error !== null;
  return <Loaded<unknown> query={{ ...query, data: shown || undefined }}>{children}</Loaded>;
}

interface KeptProps {
  edit: { kept?: unknown; trouble?: 'behind' | 'unkept' | undefined };
  own: ContentDraft | undefined;
  kept: boolean;
  again(): void;
  leave(): void;
  insist(operator: string): Promise<void>;
}

/** Whether the server has what was typed, and what became of it when it was proposed. */
export function KeptState({ edit, own, kept, again, leave, insist }: KeptProps) {
  const { t } = useI18n();
  const { name } = useOperator();
  if (edit.trouble === 'behind')
    return (
      <Notice
        tone="warning"
        title={t('offer.behind')}
        announced
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={leave}>
              {t('offer.takeDraft')}
            </Button>
            <Button
              variant="ghost"
              onClick={() => void insist(name).catch((error) => showToast('error', errorText(error)))}
            >
              {t('offer.keepMine')}
            </Button>
          </div>
        }
      >
        {t('offer.behindMore')}
      </Notice>
    );
  if (edit.trouble === 'unkept')
    return (
      <Notice
        tone="warning"
        title={t('offer.unkept')}
        announced
        action={
          <Button variant="secondary" icon="refresh" onClick={again}>
            {t('retry.action')}
          </Button>
        }
      />
    );
  const ended = own?.proposal && !isProposed(own) ? own.proposal : undefined;
  return (
    <>
      {ended && (
        <Notice
          tone="warning"
          title={t('offer.ended', { state: t(`proposalState.${ended.state}`), name: ended.by || '–' })}
        >
          {ended.why}
        </Notice>
      )}
      <p className="text-s text-t2">{t(kept ? 'offer.kept' : 'offer.keeping')}</p>
    </>
  );
}
