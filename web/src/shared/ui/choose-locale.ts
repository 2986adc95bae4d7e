import { setLocale, translate } from '@/shared/i18n';
import type { Locale } from '@/shared/i18n/types';
import { notify } from './notify';

/** The app speaks another language from now on; where its texts don't come, that is told in the one it speaks. */
export function chooseLocale(locale: Locale): void {
  setLocale(locale).catch(() => notify.error(translate('error.NETWORK')));
}
