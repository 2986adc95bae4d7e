import { api, unwrap } from '@/shared/api/client';
import { withTapKey } from '@/shared/api/tap-key';

export function changePassword(body: { oldPassword: string; newPassword: string }) {
  return withTapKey('changepwd', undefined, (header) =>
    unwrap(api.PUT('/api/account/changepwd', { body, params: { header } })),
  );
}
