import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';

/** Whether the operator still runs the service. */
export const activeQuery = queryOptions({
  queryKey: ['active'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/active', { signal })),
  staleTime: 60_000,
});

export const logIn = (body: { username: string; password: string; remember: boolean }) =>
  unwrap(api.POST('/api/login', { body }));
