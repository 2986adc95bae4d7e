import { useI18n } from '@/console/i18n';
import { useHouse } from './house';
import { formatMoment, span } from './time';
import { useNow } from './use-now';

interface Props {
  since: string;
  /** By when the house promises to have answered. */
  due?: string | null;
}

/** How long something waits; in red once it is later than the house's promise. The exact time is in its title. */
export function Age({ since, due }: Props) {
  const { t } = useI18n();
  const { zone } = useHouse();
  const now = useNow();
  const { unit, count } = span(Math.max(0, now - Date.parse(since)));
  const late = due != null && now > Date.parse(due);
  return (
    <time
      dateTime={since}
      title={formatMoment(since, zone)}
      className={`whitespace-nowrap tabular-nums ${late ? 'font-semibold text-coral' : ''}`}
    >
      {t(`span.${unit}`, { count })}
      {late && <span className="sr-only"> ({t('age.late')})</span>}
    </time>
  );
}

/** How long until something ends; it says so once that is over. */
export function Until({ at }: { at: string }) {
  const { t } = useI18n();
  const { zone } = useHouse();
  const left = Date.parse(at) - useNow();
  const { unit, count } = span(left);
  return (
    <time dateTime={at} title={formatMoment(at, zone)} className="whitespace-nowrap tabular-nums">
      {left > 0 ? t(`span.${unit}`, { count }) : t('age.over')}
    </time>
  );
}

/** An exact time, in the house's zone. */
export function Moment({ at }: { at: string }) {
  const { zone } = useHouse();
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatMoment(at, zone)}
    </time>
  );
}
