import { lookUp, useI18n } from '@/console/i18n';
import { IconButton } from '@/console/kit/button';
import { isRecord, type List, mask, type Value } from './shape';

interface MovesProps {
  name: string;
  first: boolean;
  last: boolean;
  onUp(): void;
  onDown(): void;
  onRemove(): void;
}

/** An entry's place in its list, or its end. */
export function Moves({ name, first, last, onUp, onDown, onRemove }: MovesProps) {
  const { t } = useI18n();
  return (
    <>
      <span className="flex max-sm:hidden">
        <IconButton icon="up" label={t('form.earlier', { name })} disabled={first} onClick={onUp} />
        <IconButton icon="down" label={t('form.later', { name })} disabled={last} onClick={onDown} />
      </span>
      <IconButton icon="cross" label={t('form.remove', { name })} onClick={onRemove} />
    </>
  );
}

/** What an entry is, in a few words. */
export function saysOf({ of, says = [], masked }: List, entry: Value): string {
  if (of.kind === 'texts') return textOf(entry);
  if (!isRecord(entry)) return '';
  const number = masked && entry[masked];
  return [...says.map((name) => textOf(entry[name])), typeof number === 'string' ? mask(number) : '']
    .filter(Boolean)
    .join(' · ');
}

const TAGS = /<[^>]*>/g;

function textOf(value: Value): string {
  if (isRecord(value)) return textOf(value.th || value.en);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? (lookUp(`value.${value}`) ?? value.replace(TAGS, ' ').trim()) : '';
}
