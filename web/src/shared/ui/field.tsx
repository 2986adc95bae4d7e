import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useI18n } from '@/shared/i18n';
import { Icon } from './icon';

type Input = Omit<ComponentProps<'input'>, 'className' | 'prefix'>;

export interface FieldProps extends Input {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Fixed text before the value, such as the baht sign. */
  prefix?: ReactNode;
  /** A control at the end of the box: an eye, a copy button. */
  trailing?: ReactNode;
  /** Money and codes: large and tabular. */
  large?: boolean;
}

const BOX =
  'flex min-h-13 items-center rounded-m border border-control bg-s1 transition-colors duration-120 focus-within:border-gold focus-within:outline-2 focus-within:outline-gold has-[[aria-invalid]]:border-coral has-[input[readonly]]:border-line has-[input:disabled,select:disabled]:opacity-60';

/** A labelled input with its hint and its error. The error is announced; both describe the input. */
export function Field({ label, error, hint, prefix, trailing, large, id, ...rest }: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={inputId} className="text-s text-t2">
        {label}
      </label>
      <div className={BOX}>
        {prefix && <span className="pl-4 text-l text-t2">{prefix}</span>}
        <input
          {...rest}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(inputId, error, hint)}
          className={`min-h-12.5 w-full min-w-0 bg-transparent px-4 text-t1 outline-none placeholder:text-t3 read-only:text-t2 ${large ? 'text-xl font-semibold tabular-nums' : 'text-m'}`}
        />
        {trailing && <span className="pr-1">{trailing}</span>}
      </div>
      <FieldNotes id={inputId} error={error} hint={hint} />
    </div>
  );
}

/** A password with an eye. */
export function PasswordField(props: FieldProps) {
  const { t } = useI18n();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={t('field.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid size-11 place-items-center rounded-full text-t2 hover:text-t1"
        >
          <Icon name={shown ? 'eye-off' : 'eye'} size="m" />
        </button>
      }
    />
  );
}

type SelectProps = Omit<ComponentProps<'select'>, 'className'> & {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** An icon before the value: a bank's colour, a game's picture. */
  mark?: ReactNode;
};

/** The phone's own picker: the best one for long lists, and it costs nothing. */
export function SelectField({ label, error, hint, mark, id, children, ...rest }: SelectProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={selectId} className="text-s text-t2">
        {label}
      </label>
      <div className={`${BOX} relative`}>
        {mark && <span className="pointer-events-none absolute left-4">{mark}</span>}
        <select
          {...rest}
          id={selectId}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(selectId, error, hint)}
          className={`min-h-12.5 w-full min-w-0 appearance-none truncate rounded-m bg-s1 pr-11 text-m text-t1 outline-none ${mark ? 'pl-13' : 'pl-4'}`}
        >
          {children}
        </select>
        <span className="pointer-events-none absolute right-4 text-t2">
          <Icon name="chevron-down" size="m" />
        </span>
      </div>
      <FieldNotes id={selectId} error={error} hint={hint} />
    </div>
  );
}

function FieldNotes({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
  return (
    <>
      {hint && !error && (
        <p id={`${id}-hint`} className="text-s text-t3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-s text-coral">
          {error}
        </p>
      )}
    </>
  );
}

function describedBy(id: string, error: string | undefined, hint: ReactNode): string | undefined {
  if (error) return `${id}-error`;
  return hint ? `${id}-hint` : undefined;
}

/** A checkbox with its text; the whole line is the target. */
export function Checkbox({ label, ...rest }: Input & { label: ReactNode }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-s text-t2">
      <input type="checkbox" {...rest} className="size-5 shrink-0 accent-gold" />
      {label}
    </label>
  );
}
