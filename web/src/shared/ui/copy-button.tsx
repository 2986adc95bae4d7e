import { useState } from 'react';
import { useI18n } from '@/shared/i18n';
import { copyText } from '@/shared/lib/clipboard';
import { IconButton } from './button';
import { notify } from './notify';

interface Props {
  value: string;
  /** Distinguishes several copy buttons on a screen. */
  name: string;
  /** The name that is announced in place of the value: a secret is neither shown nor read out. */
  shown?: string;
}

/** Copies a value and says which one. */
export function CopyButton({ value, name, shown = value }: Props) {
  const { t } = useI18n();
  const [copied, setCopied] = useState(false);
  async function copy() {
    const done = await copyText(value);
    if (done) {
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
      notify.success(t('copy.done', { text: shown }));
    } else notify.error(t('copy.failed'));
  }
  return <IconButton icon={copied ? 'check' : 'copy'} tone="gold" label={t('copy.label', { name })} onClick={copy} />;
}
