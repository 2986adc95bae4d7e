import { lazy, Suspense } from 'react';
import { lookUp, useI18n } from '@/console/i18n';
import { Field, Select, TextArea } from '@/console/kit/field';
import { useHouse } from '@/console/kit/house';
import { momentOf, wallClock } from '@/console/kit/time';
import { isRecord, type Shape, typedNumber, type Value, withField } from './shape';

/** The code that sanitises the operator's HTML, as the members' app has it. */
const SafeHtml = lazy(() => import('@/shared/ui/safe-html'));

export interface InputProps<S extends Shape = Shape> {
  shape: S;
  label: string;
  value: Value;
  error?: string | undefined;
  readOnly: boolean;
  onChange(value: Value): void;
}

const LANGUAGES = ['th', 'lo', 'en'] as const;
const shown = (value: Value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A text, or a number: what is typed stays, and the server says whether it is one. */
export function PlainInput({ shape, label, value, error, readOnly, onChange }: InputProps) {
  const number = shape.kind === 'number';
  return (
    <Field
      label={label}
      value={shown(value)}
      error={error}
      readOnly={readOnly}
      inputMode={number ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onChange(number ? typedNumber(target.value) : target.value)}
    />
  );
}

/** #rrggbb, beside the colour itself. */
export function ColourInput({ label, value, error, readOnly, onChange }: InputProps) {
  const colour = shown(value);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <Field
        label={label}
        value={colour}
        error={error}
        readOnly={readOnly}
        onChange={({ target }) => onChange(target.value)}
      />
      <input
        type="color"
        aria-label={label}
        value={/^#[\da-f]{6}$/i.test(colour) ? colour : '#000000'}
        disabled={readOnly}
        className="target w-11 rounded-m border border-control bg-s1 p-1"
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

/** A time of the house's zone. */
export function TimeInput({ label, value, error, readOnly, onChange }: InputProps) {
  const { zone } = useHouse();
  const at = shown(value);
  return (
    <Field
      type="datetime-local"
      step={1}
      label={label}
      hint={zone}
      value={at && !Number.isNaN(Date.parse(at)) ? wallClock(at, zone) : ''}
      error={error}
      readOnly={readOnly}
      onChange={({ target }) => onChange(momentOf(target.value, zone))}
    />
  );
}

/** What has a few values. Nothing chosen: the product's own value holds. */
export function ChoiceInput({ shape, label, value, error, readOnly, onChange }: InputProps) {
  const { t } = useI18n();
  const values = shape.kind === 'choice' ? shape.values : ['true', 'false'];
  const now = value === undefined || value === null ? '' : String(value);
  return (
    <Select
      label={label}
      value={now}
      error={error}
      disabled={readOnly}
      onChange={({ target }) => onChange(chosenValue(shape, target.value))}
    >
      <option value="">{t('form.byItself')}</option>
      {[...values, ...(now && !values.includes(now) ? [now] : [])].map((one) => (
        <option key={one} value={one}>
          {lookUp(`value.${one}`) ?? one}
        </option>
      ))}
    </Select>
  );
}

const chosenValue = ({ kind }: Shape, chosen: string): Value =>
  chosen === '' ? undefined : kind === 'switch' ? chosen === 'true' : chosen;

/** Several words, one a line. */
export function WordsInput({ label, value, error, readOnly, onChange }: InputProps) {
  const { t } = useI18n();
  const words = Array.isArray(value) ? value.map(shown) : [];
  return (
    <TextArea
      label={label}
      hint={t('form.lines')}
      rows={Math.min(6, words.length + 1)}
      value={words.join('\n')}
      error={error}
      readOnly={readOnly}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value.split('\n'))}
    />
  );
}

/** A text in the three languages; HTML also as members see it. */
export function TextsInput({ shape, label, value, error, readOnly, onChange }: InputProps) {
  const { t } = useI18n();
  const texts = isRecord(value) ? value : {};
  const html = shape.kind === 'texts' && shape.html;
  const Input = html ? TextArea : Field;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 text-s font-semibold">{label}</legend>
      {error && (
        <p role="alert" className="text-s text-coral">
          {error}
        </p>
      )}
      <div className={`grid gap-2 ${html ? '' : 'sm:grid-cols-3'}`}>
        {LANGUAGES.map((language) => (
          <div key={language} className={html ? 'grid gap-x-3 sm:grid-cols-2' : undefined}>
            <Input
              label={t(`form.${language}`)}
              aria-label={`${label}: ${t(`form.${language}`)}`}
              lang={language}
              value={shown(texts[language])}
              readOnly={readOnly}
              onChange={({ target }: { target: { value: string } }) =>
                onChange(withField(texts, language, target.value))
              }
            />
            {html && (
              <div lang={language} className="min-w-0 self-end rounded-m bg-s2 px-3 py-2 text-s wrap-anywhere">
                <Suspense fallback={null}>
                  <SafeHtml html={shown(texts[language])} />
                </Suspense>
              </div>
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
