import type { SpinSlice } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { chanceText } from '../rules';
import { Swatch } from './swatch';

/** What there is to win and how likely each is: nobody has to trust a picture. */
export function Chances({ slices }: { slices: readonly SpinSlice[] }) {
  const { t } = useI18n();
  return (
    <details className="w-full rounded-l border border-line bg-s1">
      <summary className="flex min-h-12 items-center px-4 text-s font-semibold">{t('spin.odds')}</summary>
      <ul className="grid gap-1 px-4 pb-3 text-s">
        {slices.map(({ code, label, bgColor, odds }) => (
          <li key={code} className="flex items-center gap-3">
            <Swatch color={bgColor} />
            <span className="min-w-0 flex-1 text-t2">{label}</span>
            <span className="tabular-nums">{chanceText(odds)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
