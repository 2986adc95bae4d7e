import type { ContentWrong } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Notice } from '@/shared/ui/notice';

/** All that keeps a document from being proposed. The server says why in English; its kind has words. */
export function WrongList({ wrong }: { wrong: readonly ContentWrong[] }) {
  const { t } = useI18n();
  if (wrong.length === 0) return null;
  return (
    <Notice tone="error" title={t('offer.wrong', { count: wrong.length })}>
      <ul className="grid gap-1">
        {wrong.map(({ path, code, text }) => (
          <li key={path + text} className="wrap-anywhere">
            <span className="font-mono text-xs">{path}</span> {lookUp(`wrong.${code}`) ?? code}
            {(code === 'REFUSED' || code === 'NOT_JSON' || code === 'WRONG_TYPE') && `: ${text}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
