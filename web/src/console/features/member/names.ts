import { lookUp } from '@/console/i18n';

/** The wallet by its name in the operator's language; a bank, a game or an account by its code. */
export const placeName = (label: string): string => lookUp(`label.${label}`) ?? label;

/** A condition that does not hold, or a code; a newer server may have others. */
export const reasonOf = (why: string): string => lookUp(`way.why.${why}`) ?? lookUp(`error.${why}`) ?? why;
