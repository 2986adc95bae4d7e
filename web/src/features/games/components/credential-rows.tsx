import { lazy, Suspense, useState } from 'react';
import type { Credentials, Slot } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { Button, IconButton } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { notify } from '@/shared/ui/notify';
import { useResetPassword } from '../queries';

const Confirm = lazy(() => import('@/shared/ui/confirm'));

/** The user name and password at the provider, for its own app. The password shows only when asked for. */
export function CredentialRows({ game, credentials }: { game: Slot; credentials: Credentials }) {
  const { t } = useI18n();
  const [shown, setShown] = useState(false);
  return (
    <div className="grid gap-1 rounded-l border border-line p-2 pl-4">
      <dl className="grid gap-1">
        <Row name={t('game.username')} value={credentials.username}>
          <CopyButton value={credentials.username} name={t('game.username')} />
        </Row>
        {credentials.password !== null && (
          <Row name={t('game.password')} value={shown ? credentials.password : '••••••••'}>
            <IconButton
              icon={shown ? 'eye-off' : 'eye'}
              label={t(shown ? 'game.hidePassword' : 'game.showPassword')}
              onClick={() => setShown(!shown)}
            />
            <CopyButton value={credentials.password} name={t('game.password')} />
          </Row>
        )}
      </dl>
      {game.canResetPassword && <ResetPassword game={game} />}
    </div>
  );
}

function Row({ name, value, children }: { name: string; value: string; children: React.ReactNode }) {
  return (
    <div className="flex min-h-11 items-center gap-2">
      <dt className="shrink-0 text-s text-t2">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-end">
        {/* SPEC.md §5: account names have 16 characters at most. */}
        <span className="min-w-0 truncate font-semibold tabular-nums">{value}</span>
        {children}
      </dd>
    </div>
  );
}

function ResetPassword({ game }: { game: Slot }) {
  const { t } = useI18n();
  const [asked, setAsked] = useState(false);
  const [asking, setAsking] = useState(false);
  const reset = useResetPassword(game.code);
  return (
    <div className="justify-self-start">
      <Button
        variant="ghost"
        size="s"
        icon="key"
        onClick={() => {
          setAsked(true);
          setAsking(true);
        }}
      >
        {t('game.reset')}
      </Button>
      {asked && (
        <Suspense fallback={null}>
          <Confirm
            open={asking}
            danger
            title={t('game.resetTitle')}
            action={t('game.reset')}
            pending={reset.isPending}
            onCancel={() => setAsking(false)}
            onConfirm={() =>
              reset.mutate(undefined, {
                onSuccess: () => notify.success(t('game.resetDone')),
                onError: notify.failure,
                onSettled: () => setAsking(false),
              })
            }
          >
            {t('game.resetText')}
          </Confirm>
        </Suspense>
      )}
    </div>
  );
}
