import { useState } from 'react';
import { useI18n } from '@/console/i18n';
import { Notice } from '@/shared/ui/notice';
import { Button } from './button';
import { useKeys } from './keys';

const TURNS = ['', 'rotate-90', 'rotate-180', 'rotate-270'] as const;
const SIZES = ['size-full', 'size-[200%]', 'size-[400%]'] as const;

/** A picture that a person reads: larger, smaller, turned. It fits its box whichever way it stands. */
export function Picture({ path }: { path: string }) {
  const { t } = useI18n();
  const [turn, setTurn] = useState(0);
  const [size, setSize] = useState(0);
  const [failed, setFailed] = useState(false);
  const larger = () => setSize((now) => Math.min(now + 1, SIZES.length - 1));
  const smaller = () => setSize((now) => Math.max(now - 1, 0));
  const onward = () => setTurn((now) => (now + 1) % TURNS.length);
  useKeys({ '+': larger, '=': larger, '-': smaller, t: onward });
  if (failed)
    return (
      <div>
        <Notice tone="warning">{t('picture.failed')}</Notice>
      </div>
    );
  return (
    <figure className="grid gap-2">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
        tabIndex={0}
        aria-label={t('picture.label')}
        className="aspect-square max-h-[60dvh] overflow-auto rounded-m border border-line bg-ink"
      >
        <div className={SIZES[size]}>
          <img
            src={path}
            alt={t('picture.label')}
            className={`size-full object-contain ${TURNS[turn]}`}
            onError={() => setFailed(true)}
          />
        </div>
      </section>
      <figcaption className="flex flex-wrap gap-2">
        <Button variant="secondary" hint="+" disabled={size === SIZES.length - 1} onClick={larger}>
          {t('picture.in')}
        </Button>
        <Button variant="secondary" hint="-" disabled={size === 0} onClick={smaller}>
          {t('picture.out')}
        </Button>
        <Button variant="secondary" hint="t" onClick={onward}>
          {t('picture.turn')}
        </Button>
      </figcaption>
    </figure>
  );
}
