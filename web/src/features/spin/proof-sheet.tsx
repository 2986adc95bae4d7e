import { useQuery } from '@tanstack/react-query';
import type { SpinProof } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { Notice } from '@/shared/ui/notice';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { RevealedSeed } from './components/revealed-seed';
import { SeedInUse } from './components/seed-in-use';
import { canCalculate } from './proof';
import { proofQuery, setupQuery } from './queries';

/** How draws are made, the seed of the next ones, and every draw of revealed seeds recalculated here. */
export default function ProofSheet() {
  const { t } = useI18n();
  const proof = useQuery({ ...proofQuery, refetchOnMount: 'always' });
  return (
    <Sheet title={t('proof.title')} lead={t('proof.lead')} tall>
      <div className="grid gap-5">
        <p className="text-s text-t2">{t('proof.how')}</p>
        <QueryState query={proof}>{(data) => <Seeds proof={data} />}</QueryState>
      </div>
    </Sheet>
  );
}

function Seeds({ proof: { seeds, tables } }: { proof: SpinProof }) {
  const { t } = useI18n();
  const setup = useQuery(setupQuery);
  const labels = new Map(setup.data?.activeSpinwheel?.slices.map(({ code, label }) => [code, label]));
  const revealed = seeds.flatMap(({ seed, ...rest }) => (seed === null ? [] : [{ ...rest, seed }]));
  return (
    <>
      {setup.data && <SeedInUse proof={setup.data.proof} />}
      <section className="grid gap-3" aria-labelledby="revealed">
        <h3 id="revealed" className="text-m font-semibold">
          {t('proof.past')}
        </h3>
        {revealed.length === 0 && <p className="text-s text-t2">{t('proof.none')}</p>}
        {revealed.length > 0 && !canCalculate() && <Notice tone="warning">{t('proof.unable')}</Notice>}
        {revealed.map((seed) => (
          <RevealedSeed key={seed.number} seed={seed} tables={tables} labelOf={(code) => labels.get(code) ?? code} />
        ))}
      </section>
    </>
  );
}
