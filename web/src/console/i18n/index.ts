import { createTexts } from '@/shared/i18n/texts';
import type { Group, Texts } from './types';

export { fill, LOCALE_NAMES, LOCALES } from '@/shared/i18n/texts';

/** The console's texts; groups are described in types.ts. */
export const { setLocale, startLocale, rememberedLocale, currentLocale, loadTexts, translate, lookUp, useI18n } =
  createTexts<Texts, Group>(
    {
      core: {
        th: () => import('./locales/th/core'),
        lo: () => import('./locales/lo/core'),
        en: () => import('./locales/en/core'),
      },
      errors: {
        th: () => import('./locales/th/errors'),
        lo: () => import('./locales/lo/errors'),
        en: () => import('./locales/en/errors'),
      },
      audit: {
        th: () => import('./locales/th/audit'),
        lo: () => import('./locales/lo/audit'),
        en: () => import('./locales/en/audit'),
      },
      chat: {
        th: () => import('./locales/th/chat'),
        lo: () => import('./locales/lo/chat'),
        en: () => import('./locales/en/chat'),
      },
      member: {
        th: () => import('./locales/th/member'),
        lo: () => import('./locales/lo/member'),
        en: () => import('./locales/en/member'),
      },
      money: {
        th: () => import('./locales/th/money'),
        lo: () => import('./locales/lo/money'),
        en: () => import('./locales/en/money'),
      },
      notice: {
        th: () => import('./locales/th/notice'),
        lo: () => import('./locales/lo/notice'),
        en: () => import('./locales/en/notice'),
      },
      offer: {
        th: () => import('./locales/th/offer'),
        lo: () => import('./locales/lo/offer'),
        en: () => import('./locales/en/offer'),
      },
      past: {
        th: () => import('./locales/th/past'),
        lo: () => import('./locales/lo/past'),
        en: () => import('./locales/en/past'),
      },
      person: {
        th: () => import('./locales/th/person'),
        lo: () => import('./locales/lo/person'),
        en: () => import('./locales/en/person'),
      },
      proposals: {
        th: () => import('./locales/th/proposals'),
        lo: () => import('./locales/lo/proposals'),
        en: () => import('./locales/en/proposals'),
      },
      decision: {
        th: () => import('./locales/th/decision'),
        lo: () => import('./locales/lo/decision'),
        en: () => import('./locales/en/decision'),
      },
      facts: {
        th: () => import('./locales/th/facts'),
        lo: () => import('./locales/lo/facts'),
        en: () => import('./locales/en/facts'),
      },
      setting: {
        th: () => import('./locales/th/setting'),
        lo: () => import('./locales/lo/setting'),
        en: () => import('./locales/en/setting'),
      },
      staff: {
        th: () => import('./locales/th/staff'),
        lo: () => import('./locales/lo/staff'),
        en: () => import('./locales/en/staff'),
      },
      me: {
        th: () => import('./locales/th/me'),
        lo: () => import('./locales/lo/me'),
        en: () => import('./locales/en/me'),
      },
      queue: {
        th: () => import('./locales/th/queue'),
        lo: () => import('./locales/lo/queue'),
        en: () => import('./locales/en/queue'),
      },
      restore: {
        th: () => import('./locales/th/restore'),
        lo: () => import('./locales/lo/restore'),
        en: () => import('./locales/en/restore'),
      },
      risk: {
        th: () => import('./locales/th/risk'),
        lo: () => import('./locales/lo/risk'),
        en: () => import('./locales/en/risk'),
      },
      today: {
        th: () => import('./locales/th/today'),
        lo: () => import('./locales/lo/today'),
        en: () => import('./locales/en/today'),
      },
    },
    ['core', 'errors'],
    'console-locale',
  );
