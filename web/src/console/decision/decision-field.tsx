import { useI18n } from '@/console/i18n';
import { Field as Input, Select } from '@/console/kit/field';
import { useHouse } from '@/console/kit/house';
import { wallClock } from '@/console/kit/time';
import type { Field } from './call';
import { FileField } from './file-field';

interface Props {
  name: string;
  field: Field;
  /** What it begins with. */
  first: string | undefined;
  error: string | undefined;
  readOnly: boolean;
}

const KEYBOARDS = { amount: 'decimal', count: 'numeric', text: 'text', time: undefined } as const;

/** One field of a decision. Its text is read when the decision is sent (readFields). */
export function DecisionField({ name, field, first = String(field.bounds?.least ?? ''), error, readOnly }: Props) {
  const { t } = useI18n();
  const { zone } = useHouse();
  const { kind, optional, codes = [], longest } = field;
  const label = optional ? t('field.optional', { name: t(field.name) }) : t(field.name);
  if (kind === 'code')
    return (
      <Select label={label} name={name} defaultValue={first} error={error} required={!optional} disabled={readOnly}>
        <option value="">{optional ? t('field.asItStands') : ''}</option>
        {codes.map((code) => (
          <option key={code.value} value={code.value}>
            {'name' in code ? t(code.name) : code.label}
          </option>
        ))}
      </Select>
    );
  if (kind === 'file')
    return <FileField label={label} name={name} longest={longest} error={error} readOnly={readOnly} />;
  const time = kind === 'time';
  return (
    <Input
      label={label}
      name={name}
      type={time ? 'datetime-local' : 'text'}
      step={time ? 1 : undefined}
      defaultValue={time && first ? wallClock(first, zone) : first}
      hint={time ? zone : undefined}
      inputMode={KEYBOARDS[kind]}
      maxLength={longest}
      required={!optional}
      readOnly={readOnly}
      error={error}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
