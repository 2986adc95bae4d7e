import type { Item, Kind } from '@/console/api/contract';
import type { Show } from './queries';

/** What names an item among all kinds. */
export const keyOf = ({ kind, id }: Pick<Item, 'kind' | 'id'>) => `${kind}/${id}`;

/** Where the queue is shown so, and an item of it. */
export function queueAddress(show: Show, kind: Kind | undefined, item?: Pick<Item, 'kind' | 'id'>): string {
  const search = new URLSearchParams({ ...(show !== 'all' && { show }), ...(kind && { kind }) }).toString();
  return `/queue${item ? `/${item.kind}/${encodeURIComponent(item.id)}` : ''}${search && `?${search}`}`;
}
