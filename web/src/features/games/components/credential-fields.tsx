import { type FocusEvent, useState } from 'react';
import type { Credentials, Slot } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { IconButton } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { Field } from '@/shared/ui/field';
import { ResetPassword } from './reset-password';

/** SPEC.md §5: a game's account name has 16 characters at most. */
const NAME_LENGTH = 16;

/** The user name and password at the provider, for its own app. The password is on the page only after a tap. */
export function CredentialFields({ game, credentials }: { game: Slot; credentials: Credentials }) {
  const { t } = useI18n();
  const [shown, setShown] = useState(false);
  const { username, password } = credentials;
  return (
    <section aria-label={t('game.keys')} className="grid gap-3 border-t border-line pt-4">
      <Field
        label={t('game.username')}
        value={username}
        maxLength={NAME_LENGTH}
        trailing={<CopyButton value={username} name={t('game.username')} />}
        {...FIXED}
      />
      {password !== null && (
        <Field
          label={t('game.password')}
          value={shown ? password : '••••••••'}
          trailing={
            <span className="flex">
              <IconButton
                icon={shown ? 'eye-off' : 'eye'}
                label={t(shown ? 'game.hidePassword' : 'game.showPassword')}
                onClick={() => setShown(!shown)}
              />
              <CopyButton value={password} name={t('game.password')} shown={t('game.password')} />
            </span>
          }
          {...FIXED}
        />
      )}
      {password === null && game.canResetPassword && <p className="text-s text-t2">{t('game.passwordUnknown')}</p>}
      {game.canResetPassword && <ResetPassword game={game} />}
    </section>
  );
}

/** A read-only value; a tap selects it all, for browsers where no button can copy. */
const FIXED = {
  readOnly: true,
  autoComplete: 'off',
  spellCheck: false,
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
};
