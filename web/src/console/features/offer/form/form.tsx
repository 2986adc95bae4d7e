import { type ComponentType, useState } from 'react';
import type { ContentWrong } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { State } from '@/console/kit/state';
import { ChoiceInput, ColourInput, type InputProps, PlainInput, TextsInput, TimeInput, WordsInput } from './inputs';
import { Moves, saysOf } from './list-parts';
import { PictureInput } from './picture-input';
import { type Fields, isRecord, type List, partName, type Shape, type Value, withField } from './shape';

const INPUTS: Record<Exclude<Shape['kind'], 'group' | 'list'>, ComponentType<InputProps>> = {
  text: PlainInput,
  number: PlainInput,
  time: TimeInput,
  colour: ColourInput,
  words: WordsInput,
  switch: ChoiceInput,
  choice: ChoiceInput,
  texts: TextsInput,
  picture: PictureInput,
};

interface FormProps {
  shape: Shape;
  /** Its place, as the server names places: bonus.bonuses.WELCOME100. */
  path: string;
  /** What it is called; the section itself has a heading already. */
  label?: string | undefined;
  value: Value;
  wrong: readonly ContentWrong[];
  readOnly: boolean;
  onChange(value: Value): void;
}

/** Fills in one value of the content, whatever it is made of. */
export function Form({ shape, path, label = '', value, wrong, readOnly, onChange }: FormProps) {
  const inside = { path, label, value, wrong, readOnly, onChange };
  if (shape.kind === 'list') return <ListInput shape={shape} {...inside} />;
  if (shape.kind === 'group')
    return label ? (
      <fieldset className="grid min-w-0 rounded-m border border-line px-3 pt-1 pb-3">
        <legend className="px-1 text-s font-semibold">{label}</legend>
        <Group {...inside} fields={shape.fields} />
      </fieldset>
    ) : (
      <Group {...inside} fields={shape.fields} />
    );
  const Input = INPUTS[shape.kind];
  const error = wrong.find(
    (one) => one.path === path || (WITHIN.includes(shape.kind) && one.path.startsWith(`${path}.`)),
  );
  return (
    <Input shape={shape} label={label} value={value} error={error?.text} readOnly={readOnly} onChange={onChange} />
  );
}

/** What is one field, though what is wrong is said of a part of it. */
const WITHIN: readonly string[] = ['texts', 'words'];

/** What takes the whole width of a form. */
const isWide = ({ kind }: Shape) => kind === 'texts' || kind === 'group' || kind === 'list';

function Group({ fields, path, value, wrong, readOnly, onChange }: Omit<FormProps, 'shape'> & { fields: Fields }) {
  const record = isRecord(value) ? value : {};
  return (
    <div className="grid grid-cols-1 items-start gap-x-4 gap-y-3 sm:grid-cols-2">
      {Object.entries(fields).map(([name, shape]) => (
        <div key={name} className={`min-w-0 ${isWide(shape) ? 'sm:col-span-2' : ''}`}>
          <Form
            shape={shape}
            path={`${path}.${name}`}
            label={lookUp(`form.${path.split('.', 1)[0]}.${name}`) ?? lookUp(`form.${name}`) ?? name}
            value={record[name]}
            wrong={wrong}
            readOnly={readOnly}
            onChange={(next) => onChange(withField(record, name, next))}
          />
        </div>
      ))}
    </div>
  );
}

/** A list, of which one entry at a time is open: a house has hundreds of games. */
function ListInput({ shape, path, label, value, wrong, readOnly, onChange }: FormProps & { shape: List }) {
  const { t } = useI18n();
  const entries = Array.isArray(value) ? (value as Value[]) : [];
  const [open, setOpen] = useState<number>();
  const put = (next: Value[]) => onChange(next);
  function move(from: number, to: number) {
    const rest = entries.filter((_, place) => place !== from);
    put([...rest.slice(0, to), entries[from], ...rest.slice(to)]);
    if (open === from) setOpen(to);
  }
  function add() {
    put([...entries, structuredClone(shape.first)]);
    setOpen(entries.length);
  }
  return (
    <section aria-label={label || t('form.entries')} className="grid min-w-0 gap-2">
      {label && <h3 className="text-s font-semibold">{label}</h3>}
      <ol className="grid rounded-m border border-line">
        {entries.map((entry, place) => {
          const name = partName(entry, place);
          const here = `${path}.${name}`;
          const faults = wrong.filter((one) => one.path === here || one.path.startsWith(`${here}.`)).length;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is at its place, and its name is typed
            <li key={place} className="border-line not-first:border-t">
              <div className="flex items-center gap-1 px-1">
                <button
                  type="button"
                  aria-expanded={open === place}
                  onClick={() => setOpen(open === place ? undefined : place)}
                  className="target flex min-w-0 flex-1 items-center gap-3 rounded-s px-2 text-left hover:bg-s2 focus-visible:-outline-offset-2"
                >
                  <span className="truncate font-semibold">{name}</span>
                  <span className="min-w-0 flex-1 truncate text-t2">{saysOf(shape, entry)}</span>
                  {faults > 0 && <State tone="coral">{t('form.faults', { count: faults })}</State>}
                </button>
                {!readOnly && (
                  <Moves
                    name={name}
                    first={place === 0}
                    last={place === entries.length - 1}
                    onUp={() => move(place, place - 1)}
                    onDown={() => move(place, place + 1)}
                    onRemove={() => {
                      put(entries.filter((_, other) => other !== place));
                      setOpen(undefined);
                    }}
                  />
                )}
              </div>
              {open === place && (
                <div className="border-t border-line px-3 py-3">
                  <Form
                    shape={shape.of}
                    path={here}
                    label={shape.of.kind === 'group' ? undefined : name}
                    value={entry}
                    wrong={wrong}
                    readOnly={readOnly}
                    onChange={(next) => put(entries.map((other, at) => (at === place ? next : other)))}
                  />
                </div>
              )}
            </li>
          );
        })}
        {entries.length === 0 && <li className="px-3 py-2 text-t2">{t('form.none')}</li>}
      </ol>
      {!readOnly && (
        <div>
          <Button variant="secondary" icon="plus" onClick={add}>
            {t('form.add')}
          </Button>
        </div>
      )}
    </section>
  );
}
