import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';

/** Texts of the operator: they change rarely. */
const HOUR = 3_600_000;

export const contactQuery = queryOptions({
  queryKey: ['lookup', 'contact'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/contact', { signal })),
  staleTime: HOUR,
});

export const agreementsQuery = queryOptions({
  queryKey: ['lookup', 'agreements'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/agreements', { signal })),
  staleTime: HOUR,
});

export const conditionsQuery = queryOptions({
  queryKey: ['lookup', 'conditions'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/lookup/conditions', { signal })),
  staleTime: HOUR,
});
