import { lookUp } from '@/console/i18n';

/**
 * The code of a reason in words: of why a thing waits, or ended so, or of why a system is stopped. The product's own codes have
 * spaces. One without words is shown itself: a newer server may have others.
 */
export const reasonName = (code: string): string =>
  lookUp(`why.${code.replaceAll(' ', '-')}`) ?? lookUp(`system.why.${code}`) ?? lookUp(`error.${code}`) ?? code;
