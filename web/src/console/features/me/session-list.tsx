import type { SessionRow } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { State } from '@/console/kit/state';
import { Notice } from '@/shared/ui/notice';
import { endSession } from './queries';
import { useChange } from './use-change';

/** Where the operator is signed in. The present session ends by signing out. */
export function SessionList({ sessions }: { sessions: readonly SessionRow[] }) {
  const { t } = useI18n();
  const end = useChange(endSession, 'me.sessionEnded');
  return (
    <div className="grid gap-2">
      {end.why && <Notice tone="error">{end.why}</Notice>}
      <ul className="grid">
        {sessions.map(({ id, current, address, agent, way, createdAt, seenAt, endsAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0"
          >
            <div className="grid min-w-0 flex-1 basis-56">
              <span className="flex flex-wrap items-center gap-2 font-semibold">
                {address === 'node' ? t('me.node') : address} {current && <State tone="jade">{t('me.current')}</State>}
              </span>
              <span className="truncate text-s text-t2" title={agent}>
                {agent}
              </span>
              <span className="text-xs text-t3">
                {way && `${t(`signedBy.${way}`)} · `}
                {t('me.began')} <Moment at={createdAt} />
                {' · '}
                {t('me.seen')} <Moment at={seenAt} />
                {' · '}
                {t('me.ends')} <Moment at={endsAt} />
              </span>
            </div>
            {!current && (
              <Button
                variant="danger"
                aria-label={`${t('me.end')}: ${address}`}
                pending={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
              >
                {t('me.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
