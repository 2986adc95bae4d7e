import { useState } from 'react';
import type { SpinSlice } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { Icon } from '@/shared/ui/icon';
import { chanceText } from '../rules';
import { Swatch } from './swatch';

/** The prizes and their probabilities, so that nobody has to trust a picture. */
export function Chances({ slices }: { slices: readonly SpinSlice[] }) {
  const { t } = useI18n();
  // Beside the coupons there is space for them.
  const [roomy] = useState(() => matchMedia('(min-width: 1024px)').matches);
  return (
    <details open={roomy} className="group w-full rounded-l border border-line bg-s1">
      <summary className="flex min-h-12 list-none items-center justify-between px-4 text-s font-semibold [&::-webkit-details-marker]:hidden">
        {t('spin.odds')}
        <span className="text-t2 transition-transform duration-120 group-open:rotate-180">
          <Icon name="chevron-down" size="m" />
        </span>
      </summary>
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
