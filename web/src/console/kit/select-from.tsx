import { useI18n } from '@/console/i18n';
import { Select } from './field';

interface Props<Value extends string> {
  label: string;
  name: string;
  /** What is chosen; nothing is all. */
  chosen: string | undefined;
  values: readonly Value[];
  nameOf(value: Value): string;
}

/** A filter that is one of some values, or none. */
export function SelectFrom<Value extends string>({ label, name, chosen = '', values, nameOf }: Props<Value>) {
  const { t } = useI18n();
  return (
    <Select label={label} name={name} defaultValue={chosen}>
      <option value="">{t('filter.any')}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {nameOf(value)}
        </option>
      ))}
    </Select>
  );
}
