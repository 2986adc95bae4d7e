import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '@/shared/api/error';
import { useI18n } from '@/shared/i18n';
import { RESEND_MS } from '@/shared/lib/one-time-code';
import { PATHS } from '@/shared/paths';
import { startSession } from '@/shared/session/session';
import { CodeForm, type SentCode } from '@/shared/ui/code-form';
import { logInAgain } from './queries';

/** A login that the rate limit stopped, on its way from /login. */
export interface ThrottledLogin {
  login: { username: string; password: string; remember: boolean };
  otpToken: string;
}

/** The message is sent before the answer is here, so its minute may begin a little later. */
const offered = (token: string): SentCode => ({ token, resendAt: Date.now() + RESEND_MS + 5_000 });

/** After too many wrong logins by anybody, the code on the member's phone admits the right password. */
export function LoginCode({ throttled: { login, otpToken } }: { throttled: ThrottledLogin }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [sent, setSent] = useState(() => offered(otpToken));
  const enter = useMutation({ mutationFn: () => logInAgain(login, sent.token), onSuccess: goIn });

  function goIn({ token }: { token: string }) {
    startSession(token, login.remember);
    navigate('/user', { replace: true });
  }

  /** The same login once more: the answer is another code, or a session if the rate limit has ended. */
  async function again() {
    try {
      goIn(await logInAgain(login));
    } catch (failure) {
      const token = failure instanceof ApiError && failure.params.otpToken;
      if (typeof token !== 'string') throw failure;
      setSent(offered(token));
    }
  }

  return (
    <main className="page max-w-[440px] px-5 pt-5">
      <h1 className="text-2xl font-semibold">{t('login.code.title')}</h1>
      <CodeForm
        lead={t('login.code.lead')}
        sent={sent}
        onResend={again}
        error={enter.error}
        pending={enter.isPending}
        onConfirmed={() => enter.mutate()}
        onBack={() => navigate(PATHS.login, { replace: true })}
      />
    </main>
  );
}
