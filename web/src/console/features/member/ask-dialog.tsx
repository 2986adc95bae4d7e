import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Decision, ShownMember } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Dialog } from '@/console/kit/dialog';
import { Field, TextArea } from '@/console/kit/field';
import { useDecision } from '@/console/kit/use-decision';
import { invalidate } from '@/shared/api/invalidate';
import { Notice } from '@/shared/ui/notice';
import { showToast } from '@/shared/ui/toaster';
import type { MemberDecision } from './decisions';

const SHORTEST = 3;
const LONGEST = 500;

interface Props {
  shown: ShownMember;
  what: MemberDecision;
  onClose(): void;
  /** The password that was given: it is in this answer alone. */
  onPassword?(given: string): void;
}

/** What happens to whom, why, and for how long. */
export function AskDialog({ shown: { member, state }, what, onClose, onPassword }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [wrong, setWrong] = useState<'reason' | 'span'>();
  // What the operator saw when it opened this: the page behind may be read anew meanwhile.
  const [seen] = useState(state);
  const { span } = what;
  const { decide, pending, error, forget } = useDecision<Decision>({
    action: `${what.call}:${member.id}:${what.of ?? ''}`,
    seen,
    send: (header, body) => what.send(member.id, header, body),
    onDone: (outcome) => {
      onClose();
      if ('password' in outcome) onPassword?.(String(outcome.password));
      else showToast('success', t('act.done', { what: t(what.name) }));
      void invalidate(client, ['member']);
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const reason = String(form.get('reason')).trim();
    const count = Number(form.get('span'));
    if (span && !(Number.isInteger(count) && count >= span.least && count <= span.most)) return setWrong('span');
    if (reason.length < SHORTEST) return setWrong('reason');
    decide({ reason, ...(span && { [span.of]: count }) });
  }
  function close() {
    if (pending) return;
    onClose();
    // It was refused because things have changed: the page shows how they are.
    if (error) void invalidate(client, ['member']);
  }
  return (
    <Dialog open title={t(what.name)} onClose={close}>
      <form
        className="grid gap-3 px-4 pt-1 pb-4"
        onSubmit={submit}
        onChange={() => {
          setWrong(undefined);
          forget();
        }}
        noValidate
      >
        <p className="font-semibold">{member.name}</p>
        <p className="text-t2">{t(what.does)}</p>
        {error && <Notice tone="error">{errorText(error)}</Notice>}
        {span && (
          <Field
            label={t(span.label)}
            name="span"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={span.least}
            readOnly={pending}
            error={wrong === 'span' ? t('act.between', { least: span.least, most: span.most }) : undefined}
          />
        )}
        <TextArea
          label={t('act.reason')}
          name="reason"
          maxLength={LONGEST}
          readOnly={pending}
          error={wrong === 'reason' ? t('act.short') : undefined}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" disabled={pending} onClick={close}>
            {t('act.cancel')}
          </Button>
          <Button type="submit" variant={what.danger ? 'danger' : 'primary'} pending={pending}>
            {t(what.name)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
