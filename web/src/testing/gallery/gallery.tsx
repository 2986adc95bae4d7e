import { LOCALE_NAMES, LOCALES, useI18n } from '@/shared/i18n';
import { chooseLocale } from '@/shared/ui/choose-locale';
import { CONTROLS } from './controls';
import { FIELDS } from './fields';
import type { Parts } from './parts';
import { WORDS } from './words';

export const PARTS: Parts = { ...CONTROLS, ...FIELDS, ...WORDS };

/** The parts of the kit side by side, each in all its states: to look at, and for axe. */
export function Gallery() {
  const { locale } = useI18n();
  return (
    <main className="grid grid-cols-1 gap-6 p-4">
      <h1 className="text-xl font-semibold">The kit</h1>
      <p className="flex flex-wrap gap-3">
        {LOCALES.map((one) => (
          <button key={one} type="button" aria-pressed={one === locale} onClick={() => chooseLocale(one)}>
            {LOCALE_NAMES[one]}
          </button>
        ))}
      </p>
      {Object.entries(PARTS).map(([part, states]) => (
        <section key={part} aria-labelledby={part} className="grid grid-cols-1 gap-3 border-t border-line pt-4">
          <h2 id={part} className="text-l font-semibold">
            {part}
          </h2>
          {Object.entries(states).map(([state, shown]) => (
            <div key={state} className="grid grid-cols-1 gap-2">
              <p className="text-xs text-t3">{state}</p>
              <div>{shown}</div>
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}
