import { useInfiniteQuery } from '@tanstack/react-query';
import type { WheelTable } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age } from '@/console/kit/age';
import { FactList, Known } from '@/console/kit/fact-list';
import { Item } from '@/console/kit/item';
import { RowList } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';
import { baht } from '@/shared/lib/money';
import { wheelQuery } from './queries';

/** Its place in the address, where a section's name is otherwise. */
export const WHEELS = 'wheels';

/** The wheel's tables: the odds of each slice, what a thousand draws cost by them, and what they did cost. */
export function WheelPane() {
  const { t } = useI18n();
  const list = useInfiniteQuery(wheelQuery);
  return (
    <Item
      title={t('offer.wheels')}
      lead={t('offer.wheelsLead')}
      detail={
        <RowList title={t('offer.wheels')} list={list} file={{ path: '/api/wheel' }} empty={t('offer.noWheels')}>
          {(one) => <Table key={one.version} one={one} />}
        </RowList>
      }
    />
  );
}

const percent = (part: number, all: number) => `${((part / all) * 100).toFixed(2)} %`;

function Table({ one }: { one: WheelTable }) {
  const { t, locale } = useI18n();
  const { version, inForce, since, draws, paid, expected, seen, slices, weight } = one;
  const gives = ({ cost, coins }: WheelTable['expected']) => t('offer.thousand', { cost: baht(cost), coins });
  return (
    <li className="border-t border-line first:border-t-0">
      <article aria-label={t('offer.version', { number: version })} className="grid gap-2 py-3">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h3 className="font-semibold">{t('offer.version', { number: version })}</h3>
          <span className="flex items-center gap-2 text-s text-t2">
            <Age since={since} />
            {inForce && <State tone="jade">{t('offer.inForce')}</State>}
          </span>
        </div>
        <FactList>
          <Known name={t('offer.draws')}>{`${draws} · ${baht(paid)}`}</Known>
          <Known name={t('offer.expected')}>{gives(expected)}</Known>
          {seen && <Known name={t('offer.drawn')}>{gives(seen)}</Known>}
        </FactList>
        <ul className="grid text-s">
          {slices.map((slice) => (
            <li
              key={slice.code}
              className="flex flex-wrap justify-between gap-x-3 border-t border-line py-1.5 tabular-nums first:border-t-0"
            >
              <span className="min-w-0 truncate">{slice.label[locale] || slice.code}</span>
              <span className="text-t2">
                {percent(slice.weight, weight)}
                {draws > 0 && ` · ${t('offer.drew', { count: slice.draws, share: percent(slice.draws, draws) })}`}
              </span>
            </li>
          ))}
        </ul>
      </article>
    </li>
  );
}
