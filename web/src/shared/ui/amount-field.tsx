import { useState } from 'react';
import type { AmountEntry } from '@/shared/hooks/use-amount';
import { useI18n } from '@/shared/i18n';
import { groupTyped } from '@/shared/lib/typed-amount';
import { Field, type FieldProps } from './field';

type Props = Pick<FieldProps, 'label' | 'hint' | 'large'> & {
  entry: AmountEntry;
  /** What is wrong with an amount that can be read, or that there is none. */
  error?: string | undefined;
};

/** An amount of baht to be typed, on the phone's number pad. Its digits stand in groups while nobody edits them. */
export function AmountField({ entry, error, ...field }: Props) {
  const { t } = useI18n();
  const [edited, setEdited] = useState(false);
  return (
    <Field
      {...field}
      error={entry.trouble ? t(entry.trouble) : error}
      prefix="฿"
      inputMode="decimal"
      autoComplete="off"
      value={edited ? entry.text : groupTyped(entry.text)}
      onFocus={() => setEdited(true)}
      onBlur={() => {
        setEdited(false);
        entry.leave();
      }}
      onChange={(event) => entry.type(event.target.value)}
    />
  );
}
