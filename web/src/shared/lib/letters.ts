import { currentLocale, LOCALE_NAMES } from '@/shared/i18n';

/** Fetches the letters of the app's language: they would come with the first words only, and make those change their width. */
export async function fetchLetters(): Promise<void> {
  const sample = `${LOCALE_NAMES[currentLocale()]} ฿1`;
  await Promise.all([400, 600].map((weight) => document.fonts.load(`${weight} 1em Anuphan, "Noto Sans Lao"`, sample)));
}
