import type { CoverageReport } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { LONE_LINK } from '@/console/kit/link';
import { useOperator } from '@/console/kit/operator';
import { useSystemName } from '@/console/kit/system';
import { formatMoment } from '@/console/kit/time';
import { Notice } from '@/shared/ui/notice';
import { signed } from './amount';
import { SumTable } from './sum-table';

const OWED = ['wallet', 'held', 'purses', 'games', 'coupons', 'unmatched'] as const;

interface Props {
  found: CoverageReport;
  /** It is of now, so what is missing can be entered. */
  now?: boolean;
  /** Begins to enter what a system has; undefined for whoever may not. */
  onEnter?: ((system: string) => void) | undefined;
}

/** What the house owes its members, and what it has of that: on the screen and on paper. */
export function CoverageTable({ found, now = false, onEnter }: Props) {
  const { t } = useI18n();
  const { zone, name: house } = useHouse();
  const { name } = useOperator();
  const nameOf = useSystemName();
  const { at, seal, whole, owed, receivable, has, books, ratio, missing } = found;
  const time = formatMoment(at, zone);
  const unknown = t('coverage.unknown');
  return (
    <div className="grid gap-4">
      <h2 className="hidden text-m font-semibold print:block">
        {house} · {t('money.coverage')} · {time}
      </h2>
      {!whole && <Notice tone="warning">{t('finance.adding')}</Notice>}
      <section aria-label={t('coverage.ratio')} className="grid gap-3 rounded-l border border-line bg-s1 px-4 py-3">
        <p className="text-s text-t2">{t('coverage.ratio')}</p>
        <p className="text-xl font-semibold tabular-nums">
          {ratio === null ? unknown : `${(ratio / 100).toFixed(2)} %`}
        </p>
        {missing.length > 0 && (
          <Notice tone="warning" title={t('coverage.missing', { count: missing.length, all: has.length })}>
            {missing.map(nameOf).join(', ')}
          </Notice>
        )}
        {now && missing.length > 0 && <p className="text-s text-t2">{t('coverage.honest')}</p>}
      </section>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <SumTable
          title={t('coverage.owed')}
          heads={[t('finance.line'), t('finance.baht')]}
          rows={OWED.map((part) => ({ id: part, name: t(`coverage.${part}`), cells: [signed(owed[part])] }))}
          sum={{ name: t('coverage.total'), cells: [signed(owed.total)] }}
          note={t('coverage.receivable', { amount: signed(receivable) })}
        />
        <SumTable
          title={t('coverage.has')}
          heads={[t('coverage.system'), t('coverage.books'), t('coverage.theirs')]}
          rows={has.map(({ system, ours, theirs, theirsAt, source }) => ({
            id: system,
            name: nameOf(system),
            note:
              source === 'readings' ? (
                t('coverage.readings')
              ) : (
                <>
                  {theirsAt && (
                    <span className="block">{t('coverage.entered', { time: formatMoment(theirsAt, zone) })}</span>
                  )}
                  {onEnter && <EnterButton name={nameOf(system)} onPress={() => onEnter(system)} />}
                </>
              ),
            cells: [signed(ours), theirs === null ? unknown : signed(theirs)],
          }))}
          sum={{ name: t('coverage.total'), cells: [signed(books), missing.length > 0 ? unknown : signed(sumOf(has))] }}
        />
      </div>
      <p className="text-xs text-t3 tabular-nums">
        {t('finance.asOf', { time, zone })} · {t('proof.sealed', { seal: String(seal) })}
      </p>
      <p className="hidden text-xs print:block">
        {t('finance.printed', { time: formatMoment(new Date().toISOString(), zone), name })}
      </p>
    </div>
  );
}

/** What all systems have, in baht: added up in satang, since a sum of fractions is not exact. */
function sumOf(has: CoverageReport['has']) {
  return has.reduce((sum, { theirs }) => sum + Math.round((theirs ?? 0) * 100), 0) / 100;
}

function EnterButton({ name, onPress }: { name: string; onPress(): void }) {
  const { t } = useI18n();
  return (
    <button
      type="button"
      aria-label={t('coverage.enter.of', { name })}
      className={`${LONE_LINK} -ml-1 px-1 text-s text-t1 print:hidden`}
      onClick={onPress}
    >
      {t('coverage.enter')}
    </button>
  );
}
