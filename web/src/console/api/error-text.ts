import { fill, lookUp, translate } from '@/console/i18n';
import { ApiError } from '@/shared/api/error';

/**
 * The text of an error, in the operator's language. A code may have a second text, `error.CODE.more`, which is used if
 * the server sent every value in it; or one for each `why` that the server names, `error.CODE.WHY`. A code without a text is shown
 * itself: whoever asks will be asked for it.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return translate('error.INTERNAL_SERVER_ERROR');
  const { code, requestId } = error;
  const text = codeText(code, error.params);
  return requestId && (code === 'INTERNAL_SERVER_ERROR' || !lookUp(`error.${code}`)) ? `${text} (${requestId})` : text;
}

export function codeText(code: string, params: Record<string, unknown> = {}): string {
  const detailed = lookUp(`error.${code}.${params.why}`) ?? lookUp(`error.${code}.more`);
  const names = Array.from(detailed?.matchAll(/\{(\w+)\}/g) ?? [], (match) => match[1] ?? '');
  if (detailed && names.every((name) => params[name] !== undefined))
    return fill(detailed, Object.fromEntries(names.map((name) => [name, String(params[name])])));
  return lookUp(`error.${code}`) ?? `${translate('error.UNKNOWN')} (${code})`;
}
