import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Proposal, ProposalDetail } from '@/console/api/contract';
import { Decisions } from '@/console/decision/decisions';
import { PROPOSAL_CALLS } from '@/console/decision/proposal-calls';
import { useI18n } from '@/console/i18n';
import { actionName } from '@/console/kit/action-name';
import { Age, Moment, Until } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { ChangeList } from '@/console/kit/change-list';
import { Changes, FactList, Known } from '@/console/kit/fact-list';
import { Item } from '@/console/kit/item';
import { Loaded } from '@/console/kit/loaded';
import { MemberLink } from '@/console/kit/member-link';
import { State } from '@/console/kit/state';
import { useSystemName } from '@/console/kit/system';
import { invalidate } from '@/shared/api/invalidate';
import { Notice } from '@/shared/ui/notice';
import { contentQuery, hasEnded, proposalQuery } from './queries';

interface Props {
  id: string;
  /** The list's own row: it is drawn at once, until what it would do now is there. */
  row: Proposal | undefined;
  onDone(): void;
}

/** One proposal: what it would change, why, and the decision. */
export function ProposalPane({ id, row, onDone }: Props) {
  const query = useQuery({
    ...proposalQuery(id),
    ...(row && { placeholderData: { ...row, now: row.facts, changed: false, whyNot: null } }),
  });
  return (
    <Loaded query={query}>
      {(proposal) => (
        <Item
          title={actionName(proposal.action)}
          amount={proposal.amount}
          lead={<Lead proposal={proposal} />}
          detail={<Detail proposal={proposal} />}
          actions={<Actions proposal={proposal} onDone={onDone} />}
        />
      )}
    </Loaded>
  );
}

/** What the operator may do with it. It asks for nothing but a reason. */
function Actions({ proposal, onDone }: { proposal: ProposalDetail; onDone(): void }) {
  const { t } = useI18n();
  const { id, fingerprint, may, now, state } = proposal;
  const client = useQueryClient();
  const read = () => invalidate(client, ['proposal'], ['me']);
  return (
    <Decisions
      calls={PROPOSAL_CALLS}
      choices={may.map((call) => ({ call, two: false, evidence: null }))}
      subject={id}
      seen={fingerprint}
      facts={now}
      nothing={t(state === 'open' || state === 'scheduled' ? 'proposal.nothing' : `proposalEnd.${state}`)}
      onChanged={() => void read()}
      onDone={() => {
        onDone();
        void read();
      }}
    />
  );
}

const TONES = { open: 'gold', scheduled: 'sky', done: 'jade', stale: 'coral', rejected: 'coral' } as const;

function Lead({ proposal: { state, proposedBy, proposedAt } }: { proposal: ProposalDetail }) {
  const { t } = useI18n();
  return (
    <>
      <State tone={state in TONES ? TONES[state as keyof typeof TONES] : 'grey'}>{t(`proposalState.${state}`)}</State>
      <span>
        {proposedBy} · <Age since={proposedAt} />
      </span>
    </>
  );
}

function Detail({ proposal }: { proposal: ProposalDetail }) {
  const { t } = useI18n();
  const { facts, now, changed } = proposal;
  // Of one that has ended, the server says no more what it would do now.
  return (
    <>
      {changed && <Notice tone="warning">{t('proposal.changed')}</Notice>}
      <Whom proposal={proposal} />
      <section className="grid gap-1">
        <h3 className="text-t3">{t('proposal.does')}</h3>
        <Changes facts={facts} now={hasEnded(proposal) ? facts : now} />
      </section>
      <AllChanges proposal={proposal} />
      <About proposal={proposal} />
    </>
  );
}

/** Whom or what it is about: the member, or the subject. */
function Whom({ proposal: { member, subject } }: { proposal: Proposal }) {
  const nameOf = useSystemName();
  return <p className="text-m wrap-anywhere">{member?.name ?? nameOf(subject)}</p>;
}

/** The fact that says how many changes of the content there are, where a proposal shows the first of them alone. */
const COUNT = 'changes';

/** All changes of a long proposal of content. */
function AllChanges({ proposal: { id, action, state, now } }: { proposal: ProposalDetail }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const waits = state === 'open' || state === 'scheduled';
  const count = now.find(({ name }) => name === COUNT)?.after;
  const query = useQuery({ ...contentQuery(id), enabled: open });
  if (!action.startsWith('content.') || !waits || count === undefined) return null;
  if (!open)
    return (
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('proposal.all', { count })}
        </Button>
      </div>
    );
  return (
    <section className="grid gap-1">
      <h3 className="text-t3">{t('proposal.allChanges')}</h3>
      <Loaded query={query}>
        {({ changes }) => <ChangeList changes={changes} label={t('proposal.allChanges')} />}
      </Loaded>
    </section>
  );
}

function About({ proposal }: { proposal: ProposalDetail }) {
  const { t } = useI18n();
  const { subject, member, proposedBy, proposedAt, reason, evidence, state, expiresAt } = proposal;
  const { approvedBy, effectiveAt, endedBy, endedAt, outcome } = proposal;
  return (
    <FactList>
      <Known name={t('proposal.subject')}>{subject}</Known>
      {member && (
        <Known name={t('proposal.member')}>
          <MemberLink member={member} />
        </Known>
      )}
      <Known name={t('proposal.by')}>
        {proposedBy}, <Moment at={proposedAt} />
      </Known>
      <Known name={t('proposal.reason')}>{reason}</Known>
      {evidence && <Known name={t('proposal.evidence')}>{evidence}</Known>}
      {state === 'open' && expiresAt && (
        <Known name={t('proposal.expires')}>
          <Until at={expiresAt} />
        </Known>
      )}
      {approvedBy && <Known name={t('proposal.approvedBy')}>{approvedBy}</Known>}
      {effectiveAt && (
        <Known name={t('proposal.effective')}>
          <Moment at={effectiveAt} />
        </Known>
      )}
      {endedAt && (
        <Known name={t('proposal.ended')}>
          <Moment at={endedAt} />
        </Known>
      )}
      {endedBy && endedBy !== approvedBy && <Known name={t('proposal.endedBy')}>{endedBy}</Known>}
      {endedBy && outcome && <Known name={t('proposal.outcome')}>{outcome}</Known>}
    </FactList>
  );
}
