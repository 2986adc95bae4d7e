import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';
import { withTapKey } from '@/shared/api/tap-key';

export const profileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/account/profile', { signal })),
});

export function changePassword(body: { oldPassword: string; newPassword: string }) {
  return withTapKey('changepwd', undefined, (header) =>
    unwrap(api.PUT('/api/account/changepwd', { body, params: { header } })),
  );
}
