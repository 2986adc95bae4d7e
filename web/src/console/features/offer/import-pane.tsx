import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { errorText } from '@/console/api/error-text';
import { Decisions } from '@/console/decision/decisions';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { ChangeList } from '@/console/kit/change-list';
import { Field } from '@/console/kit/field';
import { Item } from '@/console/kit/item';
import { useOperator } from '@/console/kit/operator';
import { State } from '@/console/kit/state';
import { invalidate } from '@/shared/api/invalidate';
import { Notice } from '@/shared/ui/notice';
import { choiceOf, documentCall } from './calls';
import { sectionName } from './names';
import { sectionsQuery } from './queries';
import { useCheck } from './use-check';
import { WrongList } from './wrong-list';

/** Its place in the address, where a section's name is otherwise. */
export const IMPORT = 'import';

type Document = Record<string, unknown>;
interface Read {
  name: string;
  document?: Document | undefined;
  unread?: string | undefined;
}

/** A document from files: what it would change, and all that is wrong with it, before anybody proposes it. */
export function ImportPane() {
  const { t } = useI18n();
  const [read, setRead] = useState<Read>();
  const states = (useQuery(sectionsQuery).data?.items ?? []).map(({ state }) => state).join();
  const { checked, settled, error } = useCheck(read?.document, states);
  const begin = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    target.value = '';
    if (files.length > 0) setRead(await readFiles(files));
  };
  return (
    <Item
      title={t('offer.import')}
      lead={t('offer.importLead')}
      detail={
        <>
          <Field
            type="file"
            accept="application/json,.json"
            multiple
            label={t('offer.files')}
            hint={read?.document && read.name}
            error={read?.unread && t('offer.unread', { why: read.unread })}
            onChange={(event) => void begin(event)}
          />
          {error && <Notice tone="error">{errorText(error)}</Notice>}
          {checked && (
            <section aria-label={t('offer.changes')} aria-busy={!settled} className="grid gap-3">
              <p className="flex flex-wrap gap-1.5">
                {checked.sections.map((section) => (
                  <State key={section} tone="gold">
                    {sectionName(section)}
                  </State>
                ))}
              </p>
              <WrongList wrong={checked.wrong} />
              <ChangeList changes={checked.changes} label={t('offer.changes')} />
            </section>
          )}
        </>
      }
      actions={
        read?.document && (
          <Propose
            document={read.document}
            sections={checked?.sections ?? []}
            ready={settled && checked?.wrong.length === 0}
            onForget={() => setRead(undefined)}
          />
        )
      }
    />
  );
}

/** Sections of several files, each in one of them. */
async function readFiles(files: readonly File[]): Promise<Read> {
  const name = files.map((file) => file.name).join(', ');
  const document: Document = {};
  for (const file of files) {
    try {
      const part: unknown = JSON.parse(await file.text());
      if (typeof part !== 'object' || part === null || Array.isArray(part)) throw new SyntaxError('{ … }');
      Object.assign(document, part);
    } catch (error) {
      return { name, unread: `${file.name}: ${(error as Error).message}` };
    }
  }
  return { name, document };
}

interface ProposeProps {
  document: Document;
  sections: readonly string[];
  ready: boolean;
  onForget(): void;
}

function Propose({ document, sections, ready, onForget }: ProposeProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { role } = useOperator();
  const all = useQuery(sectionsQuery).data?.items ?? [];
  // Several sections together are a chief's matter; one is its own role's.
  const may =
    sections.length > 1
      ? role === 'chief'
      : sections.every((name) => all.some(({ section, may }) => section === name && may.includes('proposeContent')));
  const asks = ready && sections.length > 0;
  return (
    <Decisions
      calls={{ proposeContentDocument: documentCall(document) }}
      choices={asks && may ? [choiceOf('proposeContentDocument')] : []}
      subject={sections.join()}
      nothing={t(asks ? 'offer.mayNot' : 'offer.notReady')}
      beside={
        <Button variant="ghost" onClick={onForget}>
          {t('offer.forget')}
        </Button>
      }
      onDone={() => {
        onForget();
        void invalidate(client, ['content'], ['proposal'], ['me']);
      }}
      onChanged={() => void invalidate(client, ['content'])}
    />
  );
}
