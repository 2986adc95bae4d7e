import { type ComponentProps, type ReactNode, useId } from 'react';

interface Shared {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
}

const BOX =
  'target w-full min-w-0 rounded-m border border-control bg-s1 px-3 py-1.5 text-m text-t1 outline-none placeholder:text-t3 focus:border-gold focus:outline-2 focus:outline-gold aria-invalid:border-coral disabled:opacity-60 max-sm:min-h-10 sm:text-s';

type FieldProps = Shared & Omit<ComponentProps<'input'>, 'className'>;

/** A labelled input with its hint or its error, which is announced. */
export function Field({ label, error, hint, ...rest }: FieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
      <input
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={BOX}
      />
    </Labelled>
  );
}

type TextProps = Shared & Omit<ComponentProps<'textarea'>, 'className'>;

/** Several lines: a reason, evidence. */
export function TextArea({ label, error, hint, rows = 2, ...rest }: TextProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
      <textarea
        {...rest}
        rows={rows}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={`${BOX} resize-y`}
      />
    </Labelled>
  );
}

type SelectProps = Shared & Omit<ComponentProps<'select'>, 'className'>;

/** One of a list that is too long to be all in sight. */
export function Select({ label, error, hint, children, ...rest }: SelectProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
      <select
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={BOX}
      >
        {children}
      </select>
    </Labelled>
  );
}

function Labelled({ id, label, error, hint, children }: Shared & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-s text-t2">
        {label}
      </label>
      {children}
      {(error || hint) && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={`text-s ${error ? 'text-coral' : 'text-t3'}`}
        >
          {error || hint}
        </p>
      )}
    </div>
  );
}
