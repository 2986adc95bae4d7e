import { useState } from 'react';
import type { Bonus } from '@/shared/api/wire';
import type { Dye } from '@/shared/art/dyes';
import { Weave } from '@/shared/art/weave';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { wholeBaht } from '@/shared/lib/money';
import { Icon } from '@/shared/ui/icon';
import { type CardState, isMatch } from '../rules';

/** A dye for each type: once, every day, every week. */
export const DYES: Record<Bonus['type'], Dye> = { limit: 'lotus', day: 'marigold', week: 'orchid' };

/** A bonus: its picture, its credit and its name. It is in use, received (then it is dimmed), or available. */
export function Card({ bonus, state }: { bonus: Bonus; state: CardState }) {
  const sheet = useSheet();
  const [broken, setBroken] = useState(false);
  const image = bonus.banners[0]?.image;
  const pictured = image && !broken;
  return (
    <button
      type="button"
      disabled={state === 'received'}
      onClick={() => sheet.open('bonus', { code: bonus.code })}
      className={`relative isolate block aspect-[300/211] w-full overflow-hidden rounded-l border text-left transition-transform duration-120 active:scale-[.99] disabled:grayscale disabled:active:scale-100 ${state === 'current' ? 'border-lotus outline-1 outline-lotus' : 'border-line'}`}
    >
      <span className={`absolute inset-0 -z-10 ${state === 'received' ? 'opacity-60' : ''}`}>
        {pictured ? (
          <>
            <img
              src={image}
              alt=""
              loading="lazy"
              onError={() => setBroken(true)}
              className="absolute inset-0 size-full object-cover"
            />
            <span className="absolute inset-x-0 bottom-0 h-2/3 bg-linear-to-t from-ink to-transparent" />
          </>
        ) : (
          <Weave code={bonus.code} dye={DYES[bonus.type]} />
        )}
      </span>
      {/* The blanks separate the words for screen readers. */}
      {state !== 'open' && <Mark bonus={bonus} state={state} />}{' '}
      <span className="absolute inset-x-3 bottom-2 grid grid-cols-1 sm:inset-x-4 sm:bottom-3">
        {!pictured && (
          <span className="bg-linear-to-br from-paper via-gold to-lotus bg-clip-text text-2xl font-semibold text-transparent tabular-nums sm:text-hero">
            {isMatch(bonus.terms) ? `${bonus.terms.matchPercent}%` : wholeBaht(bonus.terms.amount)}
          </span>
        )}{' '}
        <span className="truncate py-0.5 text-s font-semibold sm:text-m">{bonus.name}</span>
      </span>
    </button>
  );
}

function Mark({ bonus, state }: { bonus: Bonus; state: 'current' | 'received' }) {
  const { t } = useI18n();
  const color = state === 'current' ? 'bg-lotus text-ongold' : 'bg-s3 text-t1';
  return (
    <span
      className={`absolute top-2 left-2 inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold ${color}`}
    >
      <Icon name="check" size="s" />
      {t(state === 'current' ? 'bonus.inUse' : `bonus.got.${bonus.type}`)}
    </span>
  );
}
