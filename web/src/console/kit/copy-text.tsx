import { useState } from 'react';
import { useI18n } from '@/console/i18n';
import { copyText } from '@/shared/lib/clipboard';
import { showToast } from '@/shared/ui/toaster';
import { Button } from './button';

/** Copies something that is shown beside it. */
export function CopyText({ text }: { text: string }) {
  const { t } = useI18n();
  const [copied, setCopied] = useState(false);
  async function copy() {
    const done = await copyText(text);
    setCopied(done);
    if (!done) showToast('error', t('secret.notCopied'));
  }
  return (
    <Button variant="secondary" icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      {t(copied ? 'secret.copied' : 'secret.copy')}
    </Button>
  );
}
