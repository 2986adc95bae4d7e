import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/console/api/client';
import type { NewToken } from '@/console/api/contract';
import { confirmed } from '@/console/kit/confirmation';
import { withTapKey } from '@/shared/api/tap-key';

/** A house has at most some dozens. */
const ALL = 200;

export const operatorQuery = (name: string) =>
  queryOptions({
    queryKey: ['operator', 'one', name],
    queryFn: () => unwrap(api.GET('/api/operator/{name}', { params: { path: { name } } })),
  });

export const tokensQuery = queryOptions({
  queryKey: ['token', 'list'],
  queryFn: () => unwrap(api.GET('/api/token', { params: { query: { limit: ALL } } })),
});

/** The token comes with the answer, and nobody is shown it again. */
export const addToken = (body: NewToken) =>
  withTapKey('addToken', body, (key) =>
    confirmed((proof) => unwrap(api.POST('/api/token', { params: { header: { ...key, ...proof } }, body }))),
  );

/** The answer is a secret: it is asked for by a press, and kept nowhere. */
export const invite = (name: string, body: { reason: string; seen: string }) =>
  confirmed((header) =>
    unwrap(api.POST('/api/operator/{name}/invitation', { params: { path: { name }, header }, body })),
  );
