import { useEffect, useRef, useState } from 'react';
import { CODE_LENGTH, codeIn } from '@/shared/lib/one-time-code';

interface Props {
  label: string;
  value: string;
  error?: string | undefined;
  disabled: boolean;
  onChange(code: string): void;
}

/** Six boxes, one input: the phone's keyboard can fill in the code from the SMS at once. */
export function OtpInput({ label, value, error, disabled, onChange }: Props) {
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // At the start, and again when a wrong code was cleared.
  useEffect(() => {
    if (!disabled) input.current?.focus();
  }, [disabled]);
  const boxes = Array.from({ length: CODE_LENGTH }, (_, place) => place);
  const next = Math.min(value.length, CODE_LENGTH - 1);
  return (
    <div className="grid gap-1.5">
      <label htmlFor="otp-code" className="text-s text-t2">
        {label}
      </label>
      <div className="relative">
        <div aria-hidden="true" className="grid grid-cols-6 gap-2">
          {boxes.map((place) => (
            <span
              key={place}
              className={`grid h-14 place-items-center rounded-m border bg-s1 text-xl font-semibold tabular-nums ${borderOf(Boolean(error), focused && place === next)}`}
            >
              {value[place] ?? ''}
            </span>
          ))}
        </div>
        <input
          ref={input}
          id="otp-code"
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          value={value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'otp-error' : undefined}
          onChange={(event) => onChange(codeIn(event.target.value))}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          className="absolute inset-0 size-full rounded-m bg-transparent text-m text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
        />
      </div>
      {error && (
        <p id="otp-error" role="alert" className="text-s text-coral">
          {error}
        </p>
      )}
    </div>
  );
}

function borderOf(wrong: boolean, active: boolean): string {
  if (active) return 'border-gold outline-2 outline-gold';
  return wrong ? 'border-coral' : 'border-control';
}
