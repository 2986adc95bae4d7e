import { currentLocale } from '@/shared/i18n';
import { deviceId } from '@/shared/session/identity';
import { bearer } from '@/shared/session/session';
import { toApiError } from './client';
import { ApiError, NETWORK } from './error';
import { UPLOAD_TIMEOUT_MS } from './request';

interface Options {
  /** Idempotency-Key and others. */
  headers?: Record<string, string>;
  /** The form's other fields; they come before the file, so that a server can refuse without reading on. */
  fields?: Record<string, string>;
  signal: AbortSignal;
  /** Called with the part that has been sent, 0 to 1. */
  onProgress(part: number): void;
}

/**
 * Sends a file as multipart field `file`. It uses XMLHttpRequest, because fetch does not report upload progress. A
 * cancelled, broken or late upload is NETWORK: the file may have arrived, so the same tap keeps its key.
 */
export function upload<Answer>(path: string, file: Blob, name: string, options: Options): Promise<Answer> {
  const { headers, fields = {}, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = () => reject(new ApiError(NETWORK, 0));
    request.open('POST', new URL(path, location.origin));
    request.timeout = UPLOAD_TIMEOUT_MS;
    const own = { 'X-Requested-With': 'wallet-user', 'X-Device-Id': deviceId(), 'Accept-Language': currentLocale() };
    const token = bearer();
    const all = { ...own, ...(token && { Authorization: `Bearer ${token}` }), ...headers };
    for (const [header, value] of Object.entries(all)) request.setRequestHeader(header, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300 && body !== undefined) resolve(body as Answer);
      else reject(toApiError(body, request.status, request.getResponseHeader('Retry-After')));
    };
    request.onerror = lost;
    request.ontimeout = lost;
    signal.addEventListener('abort', () => {
      request.abort();
      lost();
    });
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', file, name);
    if (signal.aborted) return lost();
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
