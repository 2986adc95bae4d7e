import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ApiError } from '@/shared/api/error';
import { codeText, errorText } from '@/shared/api/error-text';
import { Weave } from '@/shared/art/weave';
import { config } from '@/shared/config';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { loadTexts, useI18n } from '@/shared/i18n';
import { phoneTrouble, readPhone } from '@/shared/lib/phone';
import { PATHS } from '@/shared/paths';
import { startSession, takeEnding } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { Checkbox, PasswordField } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { PhoneField } from '@/shared/ui/phone-field';
import { LanguageRadio } from './components/language-radio';
import { logIn } from './queries';

/** The only screen in the entry chunk, so it uses no form library. */
export default function LoginPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const [ending] = useState(takeEnding);
  usePageTitle(t('app.name'));

  const login = useMutation({
    mutationFn: logIn,
    onSuccess: ({ token }, { remember }) => {
      startSession(token, remember);
      navigate('/user', { replace: true });
    },
    onError: async (failure, login) => {
      const otpToken = (failure as ApiError).params?.otpToken as string;
      // The page that asks for the code clears the password at once.
      if (otpToken) return navigate(PATHS.forgot, { state: { login, otpToken } });
      // The error texts load when the first screen is idle; only a very quick member has to wait for them.
      await loadTexts('errors').catch(() => undefined);
      setError(failure);
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const typed = String(data.get('username'));
    const username = readPhone(typed, config().laos);
    const password = String(data.get('password'));
    if (!username || !password) {
      setError(typed.trim() && !username ? 'phone' : 'empty');
      form.querySelector<HTMLInputElement>(username ? '[name=password]' : '[name=username]')?.focus();
      return;
    }
    login.mutate({ username, password, remember: data.get('remember') === 'on' });
  }

  const noNumber = error === 'phone';
  const message = error === 'empty' ? t('login.required') : error && !noNumber ? errorText(error) : undefined;
  return (
    <div className="mx-auto grid w-full max-w-[440px] gap-6 px-5 pb-[calc(92px+env(safe-area-inset-bottom))] lg:min-h-dvh lg:max-w-none lg:grid-cols-2 lg:gap-0 lg:p-0">
      <header className="relative -mx-5 grid h-56 content-end overflow-hidden px-5 pb-4 sm:rounded-b-xl lg:mx-0 lg:h-auto lg:rounded-none lg:p-12 lg:pb-28">
        <Weave code="marigold" dye="marigold" motif="slot" />
        <div className="absolute top-4 left-5 lg:top-8 lg:left-12">
          <LanguageRadio />
        </div>
        <div className="relative max-w-[75%]">
          <p className="text-2xl font-semibold">{t('app.name')}</p>
          <p className="text-s text-t2">{t('login.lead')}</p>
        </div>
      </header>
      <main className="lg:grid lg:place-items-center lg:px-12 lg:pt-10 lg:pb-28">
        <form
          className="grid w-full max-w-[400px] gap-4"
          onSubmit={submit}
          onChange={() => setError(undefined)}
          noValidate
        >
          <h1 className="text-xl font-semibold">{t('login.title')}</h1>
          {ending && <Notice tone="warning">{codeText(ending.code)}</Notice>}
          <PhoneField
            label={t('login.phone')}
            name="username"
            autoComplete="username"
            error={noNumber ? t(phoneTrouble(config().laos)) : undefined}
          />
          <PasswordField
            label={t('login.password')}
            name="password"
            autoComplete="current-password"
            maxLength={128}
            error={message}
          />
          <Checkbox label={t('login.remember')} name="remember" defaultChecked />
          <Button type="submit" block pending={login.isPending}>
            {t('login.submit')}
          </Button>
          <p className="flex flex-wrap justify-between text-s">
            <Link
              to={PATHS.forgot}
              className="inline-flex min-h-11 items-center px-1 font-semibold text-gold underline underline-offset-4"
            >
              {t('login.forgot')}
            </Link>
            <Link
              to={PATHS.register}
              className="inline-flex min-h-11 items-center px-1 font-semibold text-gold underline underline-offset-4"
            >
              {t('login.register')}
            </Link>
          </p>
        </form>
      </main>
    </div>
  );
}
