import { useState } from 'react';
import type { AmountEntry } from '@/shared/hooks/use-amount';
import { groupTyped } from '@/shared/lib/typed-amount';
import { Field, type FieldProps } from './field';

type Props = Pick<FieldProps, 'label' | 'hint' | 'large'> & {
  entry: AmountEntry;
};

/** An input for an amount of baht, with the phone's number pad. Its digits are grouped while nobody edits them. */
export function AmountField({ entry, ...field }: Props) {
  const [edited, setEdited] = useState(false);
  return (
    <Field
      {...field}
      error={entry.error}
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
