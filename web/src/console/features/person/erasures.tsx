import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Proposal } from '@/console/api/contract';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { PROPOSAL_CALLS } from '@/console/decision/proposal-calls';
import { useI18n } from '@/console/i18n';
import { Age, Moment, Until } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { LINK } from '@/console/kit/link';
import { MemberLink } from '@/console/kit/member-link';
import { ListRow, RowList } from '@/console/kit/row-list';
import { invalidate } from '@/shared/api/invalidate';
import { erasuresQuery } from './queries';

/** How a request ends without an erasure: whoever asked withdraws it, and until its date anybody stops it. */
const ENDS = ['withdrawProposal', 'stopProposal', 'rejectProposal'] as const;
type Ending = (typeof ENDS)[number];

interface Begun {
  call: Ending;
  proposal: Proposal;
}

/** Requests to erase a member in one state, each with the way back. */
export function Erasures({ state }: { state: 'open' | 'scheduled' }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const list = useInfiniteQuery(erasuresQuery(state));
  const [begun, setBegun] = useState<Begun>();
  const reread = () => void invalidate(client, ['proposal'], ['me'], ['member']);
  return (
    <>
      <RowList<Proposal> title={t(`person.${state}`)} list={list} empty={t('person.noRequests')}>
        {(one) => <Erasure key={one.id} proposal={one} onEnd={(call) => setBegun({ call, proposal: one })} />}
      </RowList>
      {begun && (
        <DecisionDialog
          key={begun.proposal.id}
          call={PROPOSAL_CALLS[begun.call]}
          choice={{ call: begun.call, two: false, evidence: null }}
          subject={begun.proposal.id}
          seen={begun.proposal.fingerprint}
          onEnd={() => setBegun(undefined)}
          onDone={reread}
          onChanged={reread}
        >
          <p className="font-semibold">{begun.proposal.member?.name ?? begun.proposal.subject}</p>
        </DecisionDialog>
      )}
    </>
  );
}

function Erasure({ proposal, onEnd }: { proposal: Proposal; onEnd(call: Ending): void }) {
  const { t } = useI18n();
  const { id, member, subject, proposedBy, proposedAt, approvedBy, expiresAt, effectiveAt, may, evidence } = proposal;
  return (
    <ListRow
      title={member ? <MemberLink member={member} /> : subject}
      figure={
        <span className="flex flex-wrap items-center gap-2">
          {effectiveAt ? (
            <span className="font-semibold text-coral">
              <Moment at={effectiveAt} />
            </span>
          ) : (
            expiresAt && (
              <span className="text-t2">
                {t('person.lapses')} <Until at={expiresAt} />
              </span>
            )
          )}
          {ENDS.filter((call) => may.includes(call)).map((call) => (
            <Button key={call} variant="danger" onClick={() => onEnd(call)}>
              {t(PROPOSAL_CALLS[call].name)}
            </Button>
          ))}
        </span>
      }
    >
      <span>
        {proposedBy} · <Age since={proposedAt} />
      </span>
      {approvedBy && <span>{t('person.approvedBy', { name: approvedBy })}</span>}
      <Link to={`/proposals/${id}`} className={LINK}>
        {t('person.see')}
      </Link>
      {evidence && <span className="w-full">{evidence}</span>}
    </ListRow>
  );
}
