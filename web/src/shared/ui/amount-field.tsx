import { Field, type FieldProps } from './field';

type Props = Pick<FieldProps, 'label' | 'hint' | 'error' | 'large'> & {
  /** What was typed, as it was typed. */
  value: string;
  onType(typed: string): void;
};

/** An amount of baht to be typed, on the phone's number pad. */
export function AmountField({ value, onType, ...field }: Props) {
  return (
    <Field
      {...field}
      prefix="฿"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
