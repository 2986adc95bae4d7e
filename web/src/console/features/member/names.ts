import { lookUp } from '@/console/i18n';

/** The wallet by its name in the operator's language; a bank, a game or an account by its code. */
export const placeName = (label: string): string => lookUp(`label.${label}`) ?? label;
