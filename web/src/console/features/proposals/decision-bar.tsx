import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { api, unwrap } from '@/console/api/client';
import type { Decision, ProposalDetail } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import type { PlainKey } from '@/console/i18n/types';
import { Button } from '@/console/kit/button';
import { TextArea } from '@/console/kit/field';
import { useKeys } from '@/console/kit/keys';
import { useDecision } from '@/console/kit/use-decision';
import { invalidate } from '@/shared/api/invalidate';
import { Notice } from '@/shared/ui/notice';
import { showToast } from '@/shared/ui/toaster';

interface What {
  /** The call's id, by which `may` allows it. */
  call: string;
  path: `/api/proposal/{id}/${'approve' | 'reject' | 'withdraw' | 'stop'}`;
  name: PlainKey;
  done: PlainKey;
  letter: string;
  danger?: boolean;
}

/** In the order of their buttons. */
const DECISIONS: readonly What[] = [
  {
    call: 'approveProposal',
    path: '/api/proposal/{id}/approve',
    name: 'decide.approve',
    done: 'decide.approved',
    letter: 'a',
  },
  {
    call: 'rejectProposal',
    path: '/api/proposal/{id}/reject',
    name: 'decide.reject',
    done: 'decide.rejected',
    letter: 'r',
    danger: true,
  },
  {
    call: 'withdrawProposal',
    path: '/api/proposal/{id}/withdraw',
    name: 'decide.withdraw',
    done: 'decide.withdrew',
    letter: 'w',
    danger: true,
  },
  {
    call: 'stopProposal',
    path: '/api/proposal/{id}/stop',
    name: 'decide.stop',
    done: 'decide.stopped',
    letter: 's',
    danger: true,
  },
];

const SHORTEST = 3;
const LONGEST = 500;

/** What the operator may do with a proposal, by the server's own list. A press asks for the reason, Enter sends it. */
export function DecisionBar({ proposal, onDone }: { proposal: ProposalDetail; onDone(): void }) {
  const { t } = useI18n();
  const [what, setWhat] = useState<What>();
  const allowed = DECISIONS.filter(({ call }) => proposal.may.includes(call));
  useKeys(Object.fromEntries(allowed.map((one) => [one.letter, () => setWhat(one)])), !what);
  if (allowed.length === 0) return <p className="text-t2">{t('proposal.nothing')}</p>;
  if (what) return <Reason proposal={proposal} what={what} onCancel={() => setWhat(undefined)} onDone={onDone} />;
  return (
    <div className="flex flex-wrap gap-2 *:max-sm:grow">
      {allowed.map((one) => (
        <Button
          key={one.call}
          variant={one.danger ? 'danger' : 'primary'}
          hint={one.letter}
          onClick={() => setWhat(one)}
        >
          {t(one.name)}
        </Button>
      ))}
    </div>
  );
}

interface ReasonProps {
  proposal: ProposalDetail;
  what: What;
  onCancel(): void;
  onDone(): void;
}

function Reason({ proposal: { id, fingerprint }, what, onCancel, onDone }: ReasonProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [short, setShort] = useState(false);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const { decide, pending, error, forget } = useDecision<Decision>({
    action: `${what.call}:${id}`,
    seen: fingerprint,
    send: (header, body) => unwrap(api.POST(what.path, { params: { path: { id }, header }, body })),
    onDone: ({ says }) => {
      showToast('success', says || t(what.done));
      onDone();
      void invalidate(client, ['proposal'], ['me']);
    },
  });
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    setShort(reason.length < SHORTEST);
    if (reason.length >= SHORTEST) decide({ reason });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !pending) onCancel();
    // Shift and Enter begin a line; a word that is being composed is not sent.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }
  return (
    <form
      ref={form}
      className="grid gap-3"
      onSubmit={send}
      onChange={() => {
        setShort(false);
        forget();
      }}
      noValidate
    >
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      <TextArea
        label={t('decide.reason')}
        name="reason"
        maxLength={LONGEST}
        error={short ? t('decide.hint') : undefined}
        readOnly={pending}
        onKeyDown={onKeyDown}
      />
      <div className="flex flex-wrap gap-2 *:max-sm:grow">
        <Button type="submit" variant={what.danger ? 'danger' : 'primary'} pending={pending} hint="Enter">
          {t(what.name)}
        </Button>
        <Button variant="secondary" hint="Esc" disabled={pending} onClick={onCancel}>
          {t('decide.cancel')}
        </Button>
      </div>
    </form>
  );
}
