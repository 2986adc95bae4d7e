import type { Show } from './queries';

/** Where conversations are listed so, and one of them. */
export function chatAddress(show: Show, id?: string): string {
  return `/chat${id ? `/${id}` : ''}${show === 'all' ? '' : `?show=${show}`}`;
}
