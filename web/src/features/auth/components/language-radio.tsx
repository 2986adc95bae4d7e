import { LOCALES, useI18n } from '@/shared/i18n';
import { chooseLocale } from '@/shared/ui/choose-locale';

const SHORT = { th: 'ไทย', lo: 'ລາວ', en: 'EN' } as const;

/** Three languages side by side: quicker than a menu, and the first screen needs no menu's code. */
export function LanguageRadio() {
  const { t, locale } = useI18n();
  return (
    <fieldset className="flex rounded-full bg-ink/85 p-1">
      <legend className="sr-only">{t('language.choose')}</legend>
      {LOCALES.map((choice) => (
        <label
          key={choice}
          lang={choice}
          className="relative grid min-h-9 min-w-12 cursor-pointer place-items-center rounded-full px-3 text-s text-t2 has-checked:bg-gold has-checked:font-semibold has-checked:text-ongold has-focus-visible:outline-2 has-focus-visible:outline-gold has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name="locale"
            value={choice}
            checked={choice === locale}
            onChange={() => chooseLocale(choice)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {SHORT[choice]}
        </label>
      ))}
    </fieldset>
  );
}
