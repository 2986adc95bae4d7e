import { lookUp } from '@/console/i18n';

/** A scope of a token in words: the part, and what may be done there. */
export function scopeName(scope: string): string {
  const [part, does] = scope.split(':');
  return `${lookUp(`scope.part.${part}`) ?? part}: ${lookUp(`scope.${does}`) ?? does}`;
}
