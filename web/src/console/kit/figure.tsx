import { useI18n } from '@/console/i18n';

interface Props {
  name: string;
  value: number;
  /** The same, a week before. */
  before: number;
  format(value: number): string;
}

/** A number of today, beside that of the same weekday a week before. */
export function Figure({ name, value, before, format }: Props) {
  const { t } = useI18n();
  const change = changeOf(value, before);
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-s text-t2">{name}</dt>
      <dd className="text-xl font-semibold whitespace-nowrap tabular-nums">{format(value)}</dd>
      <dd className="text-xs text-t3 tabular-nums">
        {t('figure.before', { value: format(before) })}
        {change && <span className="text-t2"> {change}</span>}
      </dd>
    </div>
  );
}

/** How much more or less it is, in whole percents; nothing where there was nothing. */
export function changeOf(value: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const percent = Math.round(((value - before) / Math.abs(before)) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`;
}
