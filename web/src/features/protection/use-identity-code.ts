import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RESEND_MS, resendAfter } from '@/shared/lib/one-time-code';
import type { IdentityCodeSent } from './components/identity-code';
import { sendIdentityCode } from './queries';

/** The cache forgets it at a logout. */
const KEY = ['identity', 'code'];

/**
 * The code that was sent to the registered phone, and how to get one. A question that was called off and opens again
 * goes on with the code that came: another one could not be requested yet.
 */
export function useIdentityCode(prepare: () => Promise<void>) {
  const cache = useQueryClient();
  const [sent, setSent] = useState(() => {
    const before = cache.getQueryData<IdentityCodeSent>(KEY);
    return before && before.until > Date.now() ? before : undefined;
  });
  const [code, setCode] = useState('');
  const [later, setLater] = useState(0);
  const send = useMutation({
    mutationFn: async (_before: string): Promise<IdentityCodeSent> => {
      await prepare();
      const { otpRef, otpToken, phone, until } = await sendIdentityCode();
      return { ref: otpRef, token: otpToken, phone, until: Date.parse(until), resendAt: Date.now() + RESEND_MS };
    },
    onSuccess: (fresh, before) => {
      cache.setQueryData(KEY, fresh);
      setSent(fresh);
      // The message may arrive before this answer: digits typed since the tap are its code.
      setCode((now) => (now === before ? '' : now));
    },
    onError: (failure) => setLater(resendAfter(failure) ?? 0),
  });
  return { sent, code, setCode, send, resendAt: Math.max(sent?.resendAt ?? 0, later) };
}
