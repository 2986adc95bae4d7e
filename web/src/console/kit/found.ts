import { lookUp } from '@/console/i18n';

/**
 * The code of what the product found about a transfer with a game, in words. One without words is shown itself: a newer
 * server may have others.
 */
export const foundName = (code: string): string => lookUp(`found.${code}`) ?? code;
