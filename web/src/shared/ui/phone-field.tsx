import { config } from '@/shared/config';
import { readPhone } from '@/shared/lib/phone';
import { Field, type FieldProps } from './field';

type Props = Pick<FieldProps, 'label' | 'name' | 'autoComplete' | 'error' | 'large'> & {
  /** Where the form keeps the typed text; without them the field keeps it. */
  value?: string;
  onType?(typed: string): void;
};

/**
 * A phone number, in any notation of people, address books and browsers (`readPhone`). Nothing is cut or corrected
 * while it is typed; once the field is left it shows the number as it was read.
 */
export function PhoneField({ onType, ...field }: Props) {
  return (
    <Field
      {...field}
      type="tel"
      inputMode="tel"
      {...(onType && { onChange: (event) => onType(event.target.value) })}
      onBlur={({ target }) => {
        const number = readPhone(target.value, config().laos);
        if (number === undefined || number === target.value) return;
        if (onType) onType(number);
        else target.value = number;
      }}
    />
  );
}
