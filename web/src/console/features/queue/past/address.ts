import type { Kind } from '@/console/api/contract';
import type { ListName } from './lists';

/** Where a list is shown, narrowed as it is. */
export const listAddress = (list: ListName, search = '') => `/past/${list}${search}`;

/** Where something of a list is shown. The list's filters stay in the address, for the way back. */
export const rowAddress = (list: ListName, { kind, id }: { kind: Kind; id: string }, search: string) =>
  `/past/${list}/${kind}/${encodeURIComponent(id)}${search}`;
