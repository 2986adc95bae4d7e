import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useI18n } from '@/shared/i18n';
import { PATHS } from '@/shared/paths';
import { startSession } from '@/shared/session/session';
import { CodeForm } from '@/shared/ui/code-form';
import { logInByCode } from './queries';

/** A login that the brake on wrong ones stopped, on its way from /login. */
export interface Braked {
  login: { username: string; password: string; remember: boolean };
  otpToken: string;
}

/** After too many wrong logins, by whomever: the code on the member's phone lets the right password in. */
export function LoginCode({ braked: { login, otpToken } }: { braked: Braked }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const enter = useMutation({
    mutationFn: () => logInByCode(login, otpToken),
    onSuccess: ({ token }) => {
      startSession(token, login.remember);
      navigate('/user', { replace: true });
    },
  });
  return (
    <main className="page max-w-[440px] px-5 pt-5">
      <h1 className="text-2xl font-semibold">{t('login.code.title')}</h1>
      <CodeForm
        lead={t('login.code.lead')}
        otpToken={otpToken}
        error={enter.error}
        pending={enter.isPending}
        onConfirmed={() => enter.mutate()}
        onBack={() => navigate(PATHS.login, { replace: true })}
      />
    </main>
  );
}
