import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Choice, Decision, Fact, Next, Outcome } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { lookUp, useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { TextArea } from '@/console/kit/field';
import { useHouse } from '@/console/kit/house';
import { LONE_LINK } from '@/console/kit/link';
import { useDecision } from '@/console/kit/use-decision';
import { ApiError } from '@/shared/api/error';
import { Notice } from '@/shared/ui/notice';
import { showToast } from '@/shared/ui/toaster';
import type { Call, Subject } from './call';
import { DecisionField } from './decision-field';
import { Moved } from './moved';
import { readFields, SHORTEST_REASON, textOf, type Wrong } from './read';
import { lastReason, rememberReason } from './reasons';

const LONGEST_REASON = 500;
const LONGEST_EVIDENCE = 4000;

/** What is decided about, and what becomes of it. */
export interface Deciding {
  subject: Subject;
  /** The state by which the operator decides, and what it looks at. */
  seen?: string | undefined;
  facts?: readonly Fact[];
  /** The answer brings the next item of the queue. */
  next?: Next | undefined;
  /** What fields begin with, as it is typed; a time as the contract has it. */
  first?: Readonly<Record<string, string>>;
  onDone(outcome: Outcome): void;
  /** The thing is another than it was: it is to be read again. */
  onChanged(): void;
}

export interface FormProps extends Deciding {
  call: Call;
  choice: Choice;
  onEnd(): void;
  /** Whether an answer is awaited. */
  onBusy?(busy: boolean): void;
}

/** What one decision asks for. Enter sends it, Escape gives it up, and up in an empty reason brings the last one. */
export function DecisionForm({ call, choice, subject, seen, facts = [], next, first = {}, ...then }: FormProps) {
  const { t } = useI18n();
  const { zone } = useHouse();
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<Record<string, Wrong>>({});
  // What the operator looked at when it began: if the thing is another by now, it is shown before anything is sent.
  const [looked, setLooked] = useState({ seen, facts });
  const moved = looked.seen !== seen;
  const { onBusy } = then;
  useEffect(() => focusFirst(form.current), []);
  const { decide, pending, error, forget } = useDecision<Decision>({
    action: `${choice.call}:${typeof subject === 'string' ? subject : JSON.stringify(subject)}`,
    seen: looked.seen,
    next,
    send: (proof, body) => call.send(subject, proof, body),
    onDone: (outcome) => {
      const name = t(call.name);
      showToast('success', t(outcome.message === 'PROPOSED' ? 'decide.proposed' : 'decide.done', { name }));
      then.onEnd();
      then.onDone(outcome);
    },
    onRefused: (refusal) => {
      if (refusal instanceof ApiError && CHANGED.has(refusal.code)) then.onChanged();
    },
  });

  useEffect(() => onBusy?.(pending), [onBusy, pending]);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (moved) {
      setLooked({ seen, facts });
      return forget();
    }
    const typed = new FormData(event.currentTarget);
    const [reason, evidence] = [textOf(typed, 'reason'), textOf(typed, 'evidence')];
    const read = readFields(call.fields, typed, zone);
    if (reason.length < SHORTEST_REASON) read.wrong.reason = 'decide.short';
    if (choice.evidence && !evidence) read.wrong.evidence = 'decide.required';
    setWrong(read.wrong);
    if (Object.keys(read.wrong).length > 0) return;
    rememberReason(choice.call, reason);
    decide({ ...read.fields, reason, ...(evidence && { evidence }) });
  }
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { target, key } = event;
    if (key === 'Escape' && !pending) then.onEnd();
    if (!(target instanceof HTMLTextAreaElement) || event.nativeEvent.isComposing) return;
    if (key === 'ArrowUp' && target.name === 'reason' && target.value === '') {
      event.preventDefault();
      target.value = lastReason(choice.call);
    }
    // Shift and Enter begin a line; a word that is being composed is not sent.
    if (key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }
  function errorOf(name: string) {
    const what = wrong[name];
    return typeof what === 'object' ? t('decide.between', what) : what && t(what);
  }
  return (
    <form
      ref={form}
      noValidate
      className="grid max-h-[64dvh] gap-3 overflow-y-auto p-0.5"
      onSubmit={send}
      onKeyDown={onKeyDown}
      onChange={() => {
        setWrong({});
        forget();
      }}
    >
      {error && !moved && <Refused error={error} />}
      {moved && <Moved before={looked.facts} after={facts} />}
      {call.does && <p className="text-t2">{t(call.does)}</p>}
      {choice.two && <p className="text-s text-t2">{t('decide.two')}</p>}
      {Object.keys(call.fields).length > 0 && (
        <div className="grid gap-3 sm:grid-cols-2">
          {Object.entries(call.fields).map(([name, field]) => (
            <DecisionField
              key={name}
              name={name}
              field={field}
              first={first[name]}
              error={errorOf(name)}
              readOnly={pending}
            />
          ))}
        </div>
      )}
      {choice.evidence && (
        <TextArea
          label={t('decide.evidence')}
          hint={lookUp(`evidence.${choice.evidence}`) ?? choice.evidence}
          name="evidence"
          required
          maxLength={LONGEST_EVIDENCE}
          error={errorOf('evidence')}
          readOnly={pending}
        />
      )}
      <TextArea
        label={t('decide.reason')}
        name="reason"
        required
        maxLength={LONGEST_REASON}
        placeholder={lastReason(choice.call) && `↑ ${lastReason(choice.call)}`}
        error={errorOf('reason')}
        readOnly={pending}
      />
      <div className="flex flex-wrap gap-2 *:max-sm:grow">
        <Button type="submit" variant={call.danger ? 'danger' : 'primary'} pending={pending} hint="Enter">
          {moved ? t('decide.seen') : t(call.name)}
        </Button>
        <Button variant="secondary" hint="Esc" disabled={pending} onClick={then.onEnd}>
          {t('decide.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Refusals that say that the thing is not as it was shown. */
const CHANGED = new Set([
  'STATE_CHANGED',
  'CLAIMED',
  'PROPOSAL_OPEN',
  'PROPOSAL_CHANGED',
  'PROPOSAL_ENDED',
  'CONTENT_CHANGED',
  'NO_DATA',
]);

function Refused({ error }: { error: Error }) {
  const { t } = useI18n();
  const proposal = error instanceof ApiError && error.code === 'PROPOSAL_OPEN' && error.params.proposal;
  return (
    <Notice
      tone="error"
      action={
        typeof proposal === 'string' && (
          <Link to={`/proposals/${proposal}`} className={LONE_LINK}>
            {t('decide.see')}
          </Link>
        )
      }
    >
      {errorText(error)}
    </Notice>
  );
}

/** The first that has to be filled in. */
function focusFirst(form: HTMLFormElement | null) {
  const fields = form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'input, textarea, select',
  );
  for (const field of fields ?? []) if (field.required && !field.value) return field.focus();
}
