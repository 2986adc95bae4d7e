import { KEYS } from '@/shared/session/storage';
import { createTexts } from './texts';
import type { Group, Texts } from './types';

export { fill, LOCALE_NAMES, LOCALES } from './texts';

/** The members' texts; groups are described in types.ts. */
export const {
  setLocale,
  startLocale,
  onLocaleChosen,
  rememberedLocale,
  currentLocale,
  loadTexts,
  translate,
  lookUp,
  useI18n,
} = createTexts<Texts, Group>(
  {
    core: {
      th: () => import('./locales/th/core'),
      lo: () => import('./locales/lo/core'),
      en: () => import('./locales/en/core'),
    },
    open: {
      th: () => import('./locales/th/open'),
      lo: () => import('./locales/lo/open'),
      en: () => import('./locales/en/open'),
    },
    member: {
      th: () => import('./locales/th/member'),
      lo: () => import('./locales/lo/member'),
      en: () => import('./locales/en/member'),
    },
    offers: {
      th: () => import('./locales/th/offers'),
      lo: () => import('./locales/lo/offers'),
      en: () => import('./locales/en/offers'),
    },
    chat: {
      th: () => import('./locales/th/chat'),
      lo: () => import('./locales/lo/chat'),
      en: () => import('./locales/en/chat'),
    },
    protection: {
      th: () => import('./locales/th/protection'),
      lo: () => import('./locales/lo/protection'),
      en: () => import('./locales/en/protection'),
    },
    preview: {
      th: () => import('./locales/th/preview'),
      lo: () => import('./locales/lo/preview'),
      en: () => import('./locales/en/preview'),
    },
    errors: {
      th: () => import('./locales/th/errors'),
      lo: () => import('./locales/lo/errors'),
      en: () => import('./locales/en/errors'),
    },
  },
  ['core'],
  KEYS.locale,
);
