import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { LOCALE_NAMES, LOCALES, useI18n } from '@/shared/i18n';
import type { Locale } from '@/shared/i18n/types';
import { chooseLocale } from './choose-locale';
import { Icon } from './icon';

/**
 * The languages of the top bar: a button that opens three more. The current language can't be chosen (SPEC.md §2).
 * Three buttons need no menu library: Tab moves through them; Escape, a tap elsewhere and a lost focus close the list.
 */
export function LanguageMenu() {
  const { t, locale } = useI18n();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [open]);

  function close() {
    setOpen(false);
    trigger.current?.focus();
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) close();
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !box.current?.contains(event.relatedTarget)) setOpen(false);
  };
  function choose(choice: Locale) {
    chooseLocale(choice);
    close();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles Escape and the focus leaving its buttons
    <div ref={box} className="relative" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={trigger}
        type="button"
        aria-expanded={open}
        aria-controls="languages"
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-11 items-center gap-1 rounded-full px-3 text-s text-t2 hover:text-t1 aria-expanded:text-gold"
      >
        <span className="sr-only">{t('language.choose')}: </span>
        {locale.toUpperCase()}
        <Icon name="chevron-down" size="s" />
      </button>
      <ul
        id="languages"
        hidden={!open}
        className="absolute top-full right-0 mt-1 min-w-44 rounded-m border border-line bg-s2 p-1.5"
      >
        {LOCALES.map((choice) => (
          <li key={choice}>
            <button
              type="button"
              lang={choice}
              disabled={choice === locale}
              onClick={() => choose(choice)}
              className="flex min-h-11 w-full items-center justify-between gap-3 rounded-s px-3 text-s text-t1 hover:bg-s3 disabled:bg-transparent disabled:text-gold"
            >
              {LOCALE_NAMES[choice]}
              {choice === locale && <Icon name="check" size="s" />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
