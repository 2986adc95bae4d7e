import { type ReactNode, useId } from 'react';

interface Props<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; name: string; lang?: string; face?: ReactNode }[];
  onChange(value: Value): void;
}

/** One of a few, all in sight. With a face, the option's name is for screen readers and for a pointer that rests. */
export function Choice<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const group = useId();
  return (
    <fieldset className="flex min-w-0 gap-0.5 rounded-m bg-s2 p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.name}
          lang={option.lang}
          className="target relative grid min-w-0 flex-1 cursor-pointer place-items-center rounded-s px-2 text-s text-t2 hover:text-t1 has-checked:bg-s1 has-checked:font-semibold has-checked:text-t1 has-focus-visible:outline-2 has-focus-visible:outline-gold"
        >
          <input
            type="radio"
            name={group}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.face ?? option.name}
          {option.face && <span className="sr-only">{option.name}</span>}
        </label>
      ))}
    </fieldset>
  );
}
