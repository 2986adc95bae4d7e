import { setLocale, translate } from '@/shared/i18n';
import type { Locale } from '@/shared/i18n/types';
import { notify } from './notify';

/** Switches the app's language; if its texts fail to load, that is reported in the current one. */
export function chooseLocale(locale: Locale): void {
  setLocale(locale).catch(() => notify.error(translate('error.NETWORK')));
}
