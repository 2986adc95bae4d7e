import { useQuery } from '@tanstack/react-query';
import type { SpinSeed, SpinTable } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { Notice } from '@/shared/ui/notice';
import { type Checked, type CheckedDraw, canCalculate, check, differing } from '../proof';
import { Fact } from './fact';

interface Props {
  seed: SpinSeed & { seed: string };
  tables: SpinTable[];
  labelOf(code: string): string;
}

/** A revealed seed: this device recalculates its draws and compares them with the results that were shown. */
export function RevealedSeed({ seed, tables, labelOf }: Props) {
  const { t } = useI18n();
  const checked = useQuery({
    queryKey: ['spin-check', seed, tables],
    queryFn: () => check(seed, tables),
    enabled: canCalculate(),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <article className="grid gap-2 rounded-l border border-line p-3">
      <h4 className="text-s font-semibold">{t('proof.number', { number: seed.number })}</h4>
      {checked.data ? (
        <Verdict checked={checked.data} />
      ) : (
        canCalculate() && <p className="text-s">{t('proof.checking')}</p>
      )}
      <Fact name={t('proof.seed')} value={seed.seed} />
      <Fact name={t('proof.hash')} value={seed.seedHash} />
      <Fact name={t('proof.client')} value={seed.clientSeed} />
      {checked.data && (
        <details className="text-s text-t2" open={differing(checked.data).length > 0}>
          <summary className="min-h-11 content-center">{t('proof.draws')}</summary>
          <ul className="grid tabular-nums">
            {checked.data.draws.map((one) => (
              <Draw key={one.nonce} draw={one} labelOf={labelOf} />
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

function Verdict({ checked }: { checked: Checked }) {
  const { t } = useI18n();
  const wrong = differing(checked).length;
  if (!checked.hashRight) return <Notice tone="error">{t('proof.wrongHash')}</Notice>;
  if (wrong > 0) return <Notice tone="error">{t('proof.wrong', { count: wrong })}</Notice>;
  return <Notice tone="success">{t('proof.right', { count: checked.draws.length })}</Notice>;
}

function Draw({ draw: { nonce, told, found }, labelOf }: { draw: CheckedDraw; labelOf(code: string): string }) {
  const { t } = useI18n();
  return (
    <li className={told === found ? '' : 'text-coral'}>
      {t('proof.draw', { nonce, label: labelOf(told) })}
      {told !== found && ` · ${t('proof.drawWrong', { label: found === undefined ? '–' : labelOf(found) })}`}
    </li>
  );
}
