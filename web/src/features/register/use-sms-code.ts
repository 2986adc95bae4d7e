import { useEffect, useRef } from 'react';

/** WebOTP, where the browser has it: the code is taken from the SMS with one tap. Elsewhere nothing happens. */
export function useSmsCode(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const abort = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: abort.signal } as CredentialRequestOptions;
    navigator.credentials
      .get(request)
      .then((credential) => {
        const { code } = (credential ?? {}) as { code?: string };
        if (code) latest.current(code);
      })
      .catch(() => undefined);
    return () => abort.abort();
  }, []);
}
