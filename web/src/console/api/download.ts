import { createQuerySerializer } from 'openapi-fetch';
import type { ErrorBody } from '@/shared/api/error';
import { request } from '@/shared/api/request';
import { refusal } from './client';

/** A list as a file has up to a million rows (OPERATOR-API.md, CSV), so it may take its time. */
const TIMEOUT_MS = 600_000;

/** What a call is asked with, as its list is. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const serialize = createQuerySerializer<Query>();

/**
 * Fetches a call's answer as a file, and hands it to the browser under the server's name for it. A link would not do: a
 * call needs the console's own header. An answer that breaks off is no file.
 */
export async function download(path: string, query: Query, proof = {}): Promise<void> {
  const url = `${location.origin}${path}?${serialize(query)}`;
  const headers = { 'X-Requested-With': 'krapao-operator', ...proof };
  const answer = await request(new Request(url, { headers }), TIMEOUT_MS);
  if (!answer.ok) throw refusal((await answer.json().catch(() => undefined)) as ErrorBody | undefined, answer);
  const [, name] = /filename="?([^";]+)/.exec(answer.headers.get('Content-Disposition') ?? '') ?? [];
  save(await answer.blob(), name ?? 'krapao.csv');
}

/** Hands a file to the browser. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
