import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { CopyText } from '@/console/kit/copy-text';
import { Dialog } from '@/console/kit/dialog';
import { TextArea } from '@/console/kit/field';
import { Notice } from '@/shared/ui/notice';
import { invite } from './queries';

interface Props {
  name: string;
  seen: string;
  /** It has secrets: they end once the link is used, and another chief approves that. */
  resets: boolean;
  onClose(): void;
  onDone(): void;
}

const SHORTEST = 3;

/** Makes an invitation, and shows its link this once. Whoever has the link sets the operator's secrets. */
export function InviteDialog({ name, seen, resets, onClose, onDone }: Props) {
  const { t } = useI18n();
  const does = t(resets ? 'staff.reset' : 'staff.invite');
  const [short, setShort] = useState(false);
  const made = useMutation({ mutationFn: (reason: string) => invite(name, { reason, seen }), onSuccess: onDone });
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    setShort(reason.length < SHORTEST);
    if (reason.length >= SHORTEST) made.mutate(reason);
  }
  const link = made.data && `${location.origin}/invitation#${encodeURIComponent(made.data.invitation)}`;
  return (
    <Dialog open title={`${does}: ${name}`} onClose={onClose}>
      {link && made.data ? (
        <div className="grid gap-3 px-4 pt-1 pb-4">
          <Notice tone="warning">{t('staff.linkOnce')}</Notice>
          <p className="font-mono wrap-anywhere">{link}</p>
          <p className="text-t2">
            {made.data.endsAt ? (
              <>
                {t('staff.linkUntil')} <Moment at={made.data.endsAt} />
              </>
            ) : (
              t('staff.resetWaits')
            )}
          </p>
          <div className="flex flex-wrap justify-between gap-2">
            <CopyText text={link} />
            <Button onClick={onClose}>{t('staff.linkDone')}</Button>
          </div>
        </div>
      ) : (
        <form className="grid gap-4 px-4 pt-1 pb-4" onSubmit={send} onChange={() => setShort(false)} noValidate>
          {resets && <p className="text-t2">{t('staff.resetLead')}</p>}
          {made.error && <Notice tone="error">{errorText(made.error)}</Notice>}
          <TextArea
            label={t('staff.reason')}
            name="reason"
            maxLength={500}
            error={short ? t('staff.short') : undefined}
          />
          <Button type="submit" block pending={made.isPending}>
            {does}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
