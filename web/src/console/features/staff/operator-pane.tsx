import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OperatorDetail } from '@/console/api/contract';
import { Decisions } from '@/console/decision/decisions';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { FactList, Known } from '@/console/kit/fact-list';
import { Item } from '@/console/kit/item';
import { LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { invalidate } from '@/shared/api/invalidate';
import { choicesOf, STAFF_CALLS } from './calls';
import { InviteDialog } from './invite-dialog';
import { OperatorState } from './operator-state';
import { operatorQuery } from './queries';

/** One operator: what it may, what it signs in by, and what may be decided about it. */
export function OperatorPane({ name }: { name: string }) {
  const query = useQuery(operatorQuery(name));
  return <Loaded query={query}>{(operator) => <One operator={operator} />}</Loaded>;
}

/** What an operator signs in by, and what is left beside it. */
function useWays() {
  const { t } = useI18n();
  return ({ passkeys, password, recoveryLeft, oidc }: OperatorDetail['secrets']) => {
    const ways = [
      passkeys > 0 && t('staff.passkeys', { count: passkeys }),
      password && t('staff.password'),
      oidc && t('staff.bySubject'),
    ];
    const named = ways.filter(Boolean);
    return named.length > 0 ? [...named, t('staff.codes', { count: recoveryLeft })].join(' · ') : t('staff.noSecrets');
  };
}

function One({ operator }: { operator: OperatorDetail }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const waysOf = useWays();
  const [inviting, setInviting] = useState(false);
  const { name, role, active, effectiveAt, member, secrets, seenAt, decisions, invitedUntil, state, may } = operator;
  const resets = secrets.password || secrets.passkeys > 0;
  const again = () => void invalidate(client, ['operator'], ['proposal'], ['me']);
  return (
    <>
      <Item
        title={name}
        lead={
          <>
            <OperatorState active={active} effectiveAt={effectiveAt} />
            <span>{t(`role.${role}`)}</span>
          </>
        }
        detail={
          <FactList>
            <Known name={t('staff.from')}>
              <Moment at={effectiveAt} />
            </Known>
            <Known name={t('staff.member')}>
              {member ? (
                <Link to={`/member/${member}`} className={LINK}>
                  {member}
                </Link>
              ) : (
                '–'
              )}
            </Known>
            <Known name={t('staff.secrets')}>{waysOf(secrets)}</Known>
            {invitedUntil && (
              <Known name={t('staff.invitedUntil')}>
                <Moment at={invitedUntil} />
              </Known>
            )}
            <Known name={t('staff.seenAt')}>{seenAt ? <Moment at={seenAt} /> : t('staff.unseen')}</Known>
            <Known name={t('staff.decisions')}>{decisions}</Known>
          </FactList>
        }
        actions={
          <Decisions
            calls={STAFF_CALLS}
            choices={choicesOf(may)}
            subject={name}
            seen={state}
            nothing={t('staff.nothing')}
            first={{ role, member: member ?? '' }}
            onDone={again}
            onChanged={again}
            beside={
              may.includes('inviteOperator') && (
                <Button variant="secondary" icon="key" onClick={() => setInviting(true)}>
                  {t(resets ? 'staff.reset' : 'staff.invite')}
                </Button>
              )
            }
          />
        }
      />
      {inviting && (
        <InviteDialog name={name} seen={state} resets={resets} onClose={() => setInviting(false)} onDone={again} />
      )}
    </>
  );
}
