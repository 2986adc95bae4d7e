import { useI18n } from '@/console/i18n';
import { Notice } from '@/shared/ui/notice';
import { Button } from './button';
import { CopyText } from './copy-text';

/** Codes that are shown this once. Only they are printed of the page (console.css). */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const { t } = useI18n();
  return (
    <div className="grid gap-4">
      <Notice tone="warning">{t('secret.once')}</Notice>
      <section data-print="" aria-label={t('secret.codes')}>
        <ol className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap gap-2">
        <CopyText text={codes.join('\n')} />
        <Button variant="secondary" onClick={() => window.print()}>
          {t('secret.print')}
        </Button>
      </div>
      <Button block onClick={onKept}>
        {t('secret.kept')}
      </Button>
    </div>
  );
}
