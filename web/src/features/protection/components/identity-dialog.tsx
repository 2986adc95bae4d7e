import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerIdentity } from '@/shared/api/confirm-identity';
import { ApiError } from '@/shared/api/error';
import { errorText } from '@/shared/api/error-text';
import { useI18n } from '@/shared/i18n';
import { lazyPage } from '@/shared/lib/lazy-page';
import { CODE_LENGTH } from '@/shared/lib/one-time-code';
import { Button } from '@/shared/ui/button';
import Confirm from '@/shared/ui/confirm';
import { PasswordField } from '@/shared/ui/field';
import { notify } from '@/shared/ui/notify';
import { confirmIdentity } from '../queries';
import { useIdentityCode } from '../use-identity-code';

const CodeField = lazyPage(() => import('./identity-code'), 'open');

const codeOf = (failure: unknown) => (failure instanceof ApiError ? failure.code : undefined);

/** Asks for the password once more, or for a code to the registered phone; the waiting request then continues, or is refused. */
export default function IdentityDialog() {
  const { t } = useI18n();
  const [byCode, setByCode] = useState(false);
  const [password, setPassword] = useState('');
  const [short, setShort] = useState(false);
  const { sent, code, setCode, send, resendAt } = useIdentityCode(CodeField.load);
  const confirm = useMutation({
    mutationFn: confirmIdentity,
    onSuccess: () => answerIdentity(true),
    onError: (failure, { otpCode }) => {
      // The same code a second time: the first answer was lost.
      if (codeOf(failure) === 'OTP_VERIFIED') answerIdentity(true);
      else if (otpCode) setCode('');
    },
  });
  const { isPending: busy } = confirm;

  function forgetErrors() {
    if (confirm.isError) confirm.reset();
    if (send.isError) send.reset();
  }

  function enter(typed: string) {
    setCode(typed);
    setShort(false);
    if (typed) forgetErrors();
    if (sent && typed.length === CODE_LENGTH && !busy) confirm.mutate({ otpToken: sent.token, otpCode: typed });
  }

  function submit() {
    if (busy) return;
    forgetErrors();
    if (!byCode) return password ? confirm.mutate({ password }) : undefined;
    if (sent && code.length === CODE_LENGTH) return confirm.mutate({ otpToken: sent.token, otpCode: code });
    setShort(true);
    document.getElementById('otp-code')?.focus();
  }

  function turn(toCode: boolean) {
    confirm.reset();
    send.reset();
    setShort(false);
    setByCode(toCode);
  }

  function resend(done: () => void) {
    confirm.reset();
    send.mutate(code, { onSuccess: done });
  }

  function askForCode() {
    if (sent && sent.until > Date.now()) CodeField.load().then(() => turn(true), notify.failure);
    else send.mutate(code, { onSuccess: () => turn(true) });
  }

  const refused = send.error ?? confirm.error;
  const wrong = codeOf(refused) === 'WRONG_PASSWORD';
  const error = refused ? (wrong ? t('identity.wrong') : errorText(refused)) : undefined;
  return (
    <Confirm
      open
      title={t('identity.title')}
      action={t('identity.submit')}
      pending={busy}
      onConfirm={submit}
      onCancel={() => answerIdentity(false)}
    >
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        {byCode && sent ? (
          <CodeField
            sent={sent}
            code={code}
            short={short}
            error={error}
            pending={busy}
            resendAt={resendAt}
            resending={send.isPending}
            onCode={enter}
            onResend={resend}
          />
        ) : (
          <>
            <p>{t('identity.text')}</p>
            <PasswordField
              label={t('identity.password')}
              autoComplete="current-password"
              maxLength={128}
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                forgetErrors();
              }}
              error={error}
            />
          </>
        )}
        <Button
          variant="link"
          size="s"
          disabled={busy}
          pending={!byCode && send.isPending}
          onClick={() => (byCode ? turn(false) : askForCode())}
        >
          {t(byCode ? 'identity.byPassword' : 'identity.byCode')}
        </Button>
      </form>
    </Confirm>
  );
}
