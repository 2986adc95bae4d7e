import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/console/api/error-text';
import { translate } from '@/console/i18n';
import type { PlainKey } from '@/console/i18n/types';
import { invalidate } from '@/shared/api/invalidate';
import { showToast } from '@/shared/ui/toaster';

/** A change of one's own secrets or sessions: what it says once it is done, and why it was refused. */
export function useChange<Given, Answer>(call: (given: Given) => Promise<Answer>, done?: PlainKey) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: call,
    onSuccess: () => {
      if (done) showToast('success', translate(done));
      void invalidate(client, ['secret'], ['session'], ['me']);
    },
  });
  return { ...change, why: change.error ? errorText(change.error) : undefined };
}
