import { useEffect, useEffectEvent } from 'react';

/** WebOTP, if the browser has it: one tap takes the code from the SMS. Elsewhere nothing happens. */
export function useSmsCode(onCode: (code: string) => void): void {
  const received = useEffectEvent(onCode);
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const abort = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: abort.signal } as CredentialRequestOptions;
    navigator.credentials
      .get(request)
      .then((credential) => {
        const { code } = (credential ?? {}) as { code?: string };
        if (code) received(code);
      })
      .catch(() => undefined);
    return () => abort.abort();
  }, []);
}
