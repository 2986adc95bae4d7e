import { useEffect, useState } from 'react';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { KEYS, kept } from '@/shared/session/storage';
import { Icon } from '@/shared/ui/icon';
import { length, readVisit, visitAt, writeVisit } from './visit';

/** How often the clock looks. */
const EVERY_MS = 15_000;

/** How long the member has been here, always in sight: hours and minutes of this visit. A tap leads to its bounds. */
export function SessionClock() {
  const { t } = useI18n();
  const sheet = useSheet();
  const { hours, minutes } = useVisit();
  const time = `${hours}:${String(minutes).padStart(2, '0')}`;
  return (
    <button
      type="button"
      aria-label={t('clock.label', { time })}
      onClick={() => sheet.open('protection')}
      className="flex min-h-11 min-w-18 items-center gap-1 px-2 text-s text-t2 tabular-nums hover:text-t1"
    >
      <Icon name="clock" size="s" />
      {time}
    </button>
  );
}

/** Kept over reloads and in all tabs of this browser; a page that nobody looks at does not count as being here. */
function useVisit() {
  const [now, setNow] = useState(look);
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') setNow(look());
    };
    const timer = setInterval(seen, EVERY_MS);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
  return now;
}

function look() {
  const visit = visitAt(readVisit(kept.get(KEYS.visit)), Date.now());
  kept.set(KEYS.visit, writeVisit(visit));
  return length(visit);
}
