import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '@/console/api/client';
import type { Decision } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Dialog } from '@/console/kit/dialog';
import { TextArea } from '@/console/kit/field';
import { useSystemName } from '@/console/kit/system';
import { useDecision } from '@/console/kit/use-decision';
import { invalidate } from '@/shared/api/invalidate';
import { Notice } from '@/shared/ui/notice';
import { showToast } from '@/shared/ui/toaster';

/** What an operator is about to decide. */
export interface Wanted {
  what: 'stop' | 'resume' | 'credential';
  system: string;
  /** The stop that it looked at. */
  seen?: string;
}

const SHORTEST = 3;
const LONGEST = 500;

/** Asks for the reason, and for what was compared before a system goes on, and sends the decision. */
export function BrakeForm({ wanted: { what, system, seen }, onClose }: { wanted: Wanted; onClose(): void }) {
  const { t } = useI18n();
  const nameOf = useSystemName();
  const client = useQueryClient();
  const [short, setShort] = useState<{ reason: boolean; evidence: boolean }>();
  const { decide, pending, error, forget } = useDecision<Decision>({
    action: `${what}System:${system}`,
    ...(seen && { seen }),
    send: (header, body) =>
      unwrap(api.POST(`/api/brake/{system}/${what}`, { params: { path: { system }, header }, body })),
    onDone: ({ message }) => {
      showToast('success', t(message === 'PROPOSED' ? 'brakes.nowProposed' : 'brakes.nowStopped'));
      onClose();
      void invalidate(client, ['brake'], ['system'], ['today'], ['proposal'], ['me']);
    },
  });
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [reason, evidence] = [text(form, 'reason'), text(form, 'evidence')];
    const wrong = { reason: reason.length < SHORTEST, evidence: what !== 'stop' && evidence === '' };
    setShort(wrong);
    if (!wrong.reason && !wrong.evidence) decide({ reason, ...(evidence && { evidence }) });
  }
  return (
    <Dialog open title={t(`brakes.${what}Title`)} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4 px-4 pt-1 pb-4"
        onSubmit={send}
        onChange={() => {
          setShort(undefined);
          forget();
        }}
      >
        <p className="font-semibold">{nameOf(system)}</p>
        <p className="text-t2">{t(`brakes.${what}Text`)}</p>
        {error && <Notice tone="error">{errorText(error)}</Notice>}
        <TextArea
          label={t('brakes.reason')}
          name="reason"
          maxLength={LONGEST}
          readOnly={pending}
          error={short?.reason ? t('brakes.short') : undefined}
        />
        {what !== 'stop' && (
          <TextArea
            label={t('brakes.evidence')}
            name="evidence"
            maxLength={4000}
            readOnly={pending}
            error={short?.evidence ? t('brakes.noEvidence') : undefined}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" disabled={pending} onClick={onClose}>
            {t('brakes.cancel')}
          </Button>
          <Button type="submit" variant={what === 'stop' ? 'danger' : 'primary'} pending={pending}>
            {t(`brakes.${what}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();
