import { Menu } from '@base-ui/react/menu';
import { LOCALE_NAMES, LOCALES, useI18n } from '@/shared/i18n';
import { Icon } from './icon';

/** The top bar's list of languages; the current one can't be chosen. */
export default function LanguageMenu({ defaultOpen = false }: { defaultOpen?: boolean }) {
  const { t, locale, setLocale } = useI18n();
  return (
    <Menu.Root defaultOpen={defaultOpen} modal={false}>
      <Menu.Trigger
        aria-label={`${t('language.choose')}: ${LOCALE_NAMES[locale]}`}
        className="inline-flex min-h-11 items-center gap-1 rounded-full px-3 text-s text-t2 hover:text-t1 data-popup-open:text-gold"
      >
        <span aria-hidden="true">{locale.toUpperCase()}</span>
        <Icon name="chevron-down" size="s" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-(--z-index-sheet) outline-none">
          <Menu.Popup className="min-w-44 rounded-m border border-line bg-s2 p-1.5 outline-none transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {LOCALES.map((choice) => (
              <Menu.Item
                key={choice}
                lang={choice}
                disabled={choice === locale}
                onClick={() => void setLocale(choice)}
                className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-s px-3 text-s text-t1 outline-none select-none data-disabled:cursor-default data-disabled:text-gold data-highlighted:bg-s3"
              >
                {LOCALE_NAMES[choice]}
                {choice === locale && <Icon name="check" size="s" />}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
