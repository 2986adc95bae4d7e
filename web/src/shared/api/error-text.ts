import { fill, lookUp, translate } from '@/shared/i18n';
import { ApiError, NETWORK } from './error';

/**
 * The text of an error, in the member's language. A code may have a second text, `error.CODE.more`, that contains a
 * figure (a limit, seconds to wait); it is used if the server sent every value for it.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return translate('error.INTERNAL_SERVER_ERROR');
  const text = codeText(error.code, error.params);
  // If the text says nothing about the cause, support will ask for the request's id.
  const unclear = error.code === 'INTERNAL_SERVER_ERROR' || !lookUp(`error.${error.code}`);
  return unclear && error.requestId ? `${text} (${error.requestId})` : text;
}

export function codeText(code: string, params: Record<string, unknown> = {}): string {
  const detailed = lookUp(`error.${code}.more`);
  if (detailed) {
    const values = known(params);
    if (placeholders(detailed).every((name) => name in values)) return fill(detailed, values);
  }
  if (code === NETWORK) return translate('error.NETWORK');
  return lookUp(`error.${code}`) ?? unheardOf(code);
}

/** A code that is newer than this page: support will ask for it. */
function unheardOf(code: string): string {
  return `${lookUp('error.UNKNOW_ERROR') ?? translate('error.INTERNAL_SERVER_ERROR')} (${code})`;
}

function placeholders(text: string): string[] {
  return Array.from(text.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? '');
}

function known(params: Record<string, unknown>): Record<string, string | number> {
  const entries = Object.entries(params).filter((entry): entry is [string, string | number] =>
    ['string', 'number'].includes(typeof entry[1]),
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'number' ? value.toLocaleString('en-US') : value]),
  );
}
