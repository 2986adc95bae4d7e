import type { ContentChange } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';

/**
 * What would change, by its place: as it was, and as it is then. Words for screen readers alone are placed within it, or they
 * would make the page as long as the list.
 */
export function ChangeList({ changes, label }: { changes: readonly ContentChange[]; label: string }) {
  const { t } = useI18n();
  if (changes.length === 0) return <p className="text-t2">{t('change.same')}</p>;
  return (
    <ul aria-label={label} className="relative grid">
      {changes.map((change) => (
        <li
          key={`${change.path}${change.order}`}
          className="grid gap-x-4 gap-y-1 border-t border-line py-2 sm:grid-cols-2"
        >
          <p className="font-mono text-xs wrap-anywhere text-t2 sm:col-span-2">
            {change.path}
            {change.order && ` · ${t('change.order')}`}
          </p>
          <Value name={t('change.before')} value={change.before} tone="text-t2 line-through decoration-t3/60" />
          <Value name={t('change.after')} value={change.after} tone="font-semibold" />
        </li>
      ))}
    </ul>
  );
}

function Value({ name, value, tone }: { name: string; value: unknown; tone: string }) {
  const shown = value === null || value === undefined ? '–' : plain(value);
  return (
    <p className={`min-w-0 text-s wrap-anywhere whitespace-pre-wrap ${shown === '–' ? 'text-t3' : tone}`}>
      <span className="sr-only">{name}: </span>
      {shown}
    </p>
  );
}

/** A text without its quotes; anything else as a document has it. */
const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));
