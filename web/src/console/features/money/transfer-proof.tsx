import { useQuery } from '@tanstack/react-query';
import type { BookEntry, TransferProof } from '@/console/api/contract';
import { save } from '@/console/api/download';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Loaded } from '@/console/kit/loaded';
import { Panel } from '@/console/kit/panel';
import { Notice } from '@/shared/ui/notice';
import { type BatchCheck, canProve, checkProof, outcomeOf } from './proof';
import { Checked, ProofState } from './proof-mark';
import { proofQuery } from './queries';

interface Props {
  reference: string;
  /** The entries that the page shows. */
  entries: readonly BookEntry[];
}

/** Whether a transfer is in the chain of seals as it is shown, computed here. */
export function ProofPanel({ reference, entries }: Props) {
  const { t } = useI18n();
  const proof = useQuery(proofQuery(reference));
  return (
    <Panel title={t('proof.title')}>
      <p className="pb-2 text-s text-t2">{t('proof.explain')}</p>
      {canProve() ? (
        <Loaded query={proof}>{(answer) => <Found reference={reference} proof={answer} entries={entries} />}</Loaded>
      ) : (
        <Notice tone="warning">{t('proof.noCrypto')}</Notice>
      )}
    </Panel>
  );
}

function Found({ reference, proof, entries }: Props & { proof: TransferProof }) {
  const { t } = useI18n();
  const checks = useQuery({
    queryKey: ['transfer', 'checked', reference, proof, entries],
    queryFn: () => checkProof(proof, entries),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={checks}>
      {(found) => (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center gap-3">
            <ProofState outcome={outcomeOf(found, entries)} />
            <Button
              variant="ghost"
              icon="download"
              onClick={() => save(new Blob([JSON.stringify(proof, null, 1)]), `proof-${reference}.json`)}
            >
              {t('proof.save')}
            </Button>
          </div>
          <Where checks={found} />
          {found.map((check) => (
            <Batch key={check.batch} check={check} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

const WHAT = ['content', 'covered', 'sealed', 'entries'] as const;
const NAMES = { content: 'content', covered: 'covered', sealed: 'seal', entries: 'entries' } as const;

/** The first thing that differs, in a sentence. */
function Where({ checks }: { checks: readonly BatchCheck[] }) {
  const { t } = useI18n();
  for (const check of checks)
    for (const what of WHAT)
      if (check[what] === 'no')
        return (
          <Notice tone="error">
            {t('proof.where', {
              where: `${t('proof.batch', { batch: check.batch })}: ${t(`proof.check.${NAMES[what]}`)}`,
            })}
          </Notice>
        );
  return null;
}

function Batch({ check }: { check: BatchCheck }) {
  const { t } = useI18n();
  return (
    <section className="border-t border-line pt-2">
      <h3 className="flex flex-wrap gap-x-3 text-s font-semibold tabular-nums">
        {t('proof.batch', { batch: check.batch })}
        {check.seal && <span className="font-normal text-t2">{t('proof.sealed', { seal: check.seal })}</span>}
      </h3>
      <ul className="grid pt-1">
        {WHAT.map((what) => (
          <Checked key={what} what={t(`proof.check.${NAMES[what]}`)} verdict={check[what]} />
        ))}
      </ul>
    </section>
  );
}
