import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { formatDateTime } from '@/shared/lib/time';
import { IconButton } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { notify } from '@/shared/ui/notify';
import { QueryState } from '@/shared/ui/query-state';
import { Question } from '@/shared/ui/question';
import { RowButton } from '@/shared/ui/row-button';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { sessionsQuery, useEndSession } from './queries';
import { agentName } from './rules';

/** `?sheet=sessions`: the member's logins. This device logs out as always; the others are ended here. */
export function SessionsSheet() {
  const { t } = useI18n();
  const sheet = useSheet();
  const sessions = useQuery({ ...sessionsQuery, staleTime: 0 });
  const [asked, setAsked] = useState<Session>();
  const [asking, setAsking] = useState(false);
  const end = useEndSession();
  const nameOf = (session: Session) => agentName(session.agent) || t('sessions.unknown');
  return (
    <Sheet title={t('sessions.title')} lead={t('sessions.lead')}>
      <div className="grid grid-cols-1 gap-4">
        <QueryState query={sessions} skeleton={<Skeleton className="h-56" />}>
          {({ sessions: list }) => (
            <ul className="grid divide-y divide-line/60 rounded-l border border-line bg-s2">
              {list.map((session) => (
                <li key={session.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
                  <Details session={session} name={nameOf(session)} />
                  {!session.current && (
                    <IconButton
                      icon="logout"
                      label={t('sessions.end', { name: nameOf(session) })}
                      pending={end.isPending && end.variables === session.id}
                      onClick={() => {
                        setAsked(session);
                        setAsking(true);
                      }}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </QueryState>
        <RowButton icon="lock" title={t('sessions.all')} onClick={() => sheet.openOver('password')} />
      </div>
      {asked && (
        <Question
          open={asking}
          danger
          title={t('sessions.ask', { name: nameOf(asked) })}
          action={t('logout.action')}
          pending={end.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() =>
            end.mutate(asked.id, {
              onSuccess: () => notify.success(t('sessions.ended')),
              onError: notify.failure,
              onSettled: () => setAsking(false),
            })
          }
        >
          {t('sessions.askText')}
        </Question>
      )}
    </Sheet>
  );
}

function Details({ session, name }: { session: Session; name: string }) {
  const { t } = useI18n();
  return (
    <div className="grid min-w-0 flex-1 text-s text-t2">
      <p className="text-m text-t1">{name}</p>
      {session.current && (
        <p className="flex items-center gap-1 text-jade">
          <Icon name="check" size="s" />
          {t('sessions.this')}
        </p>
      )}
      <p className="[overflow-wrap:anywhere] tabular-nums">{session.address}</p>
      <p className="tabular-nums">{t('sessions.since', { time: formatDateTime(session.createdAt) })}</p>
      {!session.current && (
        <p className="tabular-nums">{t('sessions.seen', { time: formatDateTime(session.seenAt) })}</p>
      )}
    </div>
  );
}
