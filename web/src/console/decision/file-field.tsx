import { type ChangeEvent, useRef, useState } from 'react';
import { useI18n } from '@/console/i18n';
import { Field } from '@/console/kit/field';

interface Props {
  name: string;
  label: string;
  /** In bytes. */
  longest: number | undefined;
  error: string | undefined;
  readOnly: boolean;
}

/** A file of text, which is a field of the decision's body as any other: it is read when it is chosen. */
export function FileField({ name, label, longest = Number.POSITIVE_INFINITY, error, readOnly }: Props) {
  const { t } = useI18n();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const chosen = useRef<File>(undefined);
  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    chosen.current = file;
    setText('');
    setRefused(file !== undefined && file.size > longest);
    if (!file || file.size > longest) return;
    const read = await file.text();
    // Another one may have been chosen meanwhile.
    if (chosen.current === file) setText(read);
  }
  const lines = text.trim().split(/\r?\n/).length;
  return (
    <>
      <Field
        label={label}
        type="file"
        accept=".csv,text/csv,text/plain"
        error={refused ? t('field.tooLarge', { size: Math.floor(longest / 1024) }) : error}
        hint={text && t('field.lines', { count: lines })}
        disabled={readOnly}
        required
        onChange={choose}
      />
      <input type="hidden" name={name} value={text} />
    </>
  );
}
