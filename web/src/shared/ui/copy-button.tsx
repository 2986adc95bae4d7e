import { useState } from 'react';
import { useI18n } from '@/shared/i18n';
import { copyText } from '@/shared/lib/clipboard';
import { IconButton } from './button';
import { notify } from './notify';

/** Copies a value and says which one. `name` tells apart several copy buttons on a screen. */
export function CopyButton({ value, name }: { value: string; name: string }) {
  const { t } = useI18n();
  const [copied, setCopied] = useState(false);
  async function copy() {
    const done = await copyText(value);
    if (done) {
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
      notify.success(t('copy.done', { text: value }));
    } else notify.error(t('copy.failed'));
  }
  return <IconButton icon={copied ? 'check' : 'copy'} tone="gold" label={t('copy.label', { name })} onClick={copy} />;
}
