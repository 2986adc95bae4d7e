import { currentLocale, LOCALE_NAMES } from '@/shared/i18n';

/** Prefetches the fonts of the app's language: otherwise they load with the first text, and change its width. */
export async function prefetchFonts(): Promise<void> {
  const sample = `${LOCALE_NAMES[currentLocale()]} ฿1`;
  await Promise.all([400, 600].map((weight) => document.fonts.load(`${weight} 1em Anuphan, "Noto Sans Lao"`, sample)));
}
