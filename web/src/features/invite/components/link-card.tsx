import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '@/shared/i18n';
import { codeQuery } from '@/shared/lib/code-query';
import { canShareText, shareText } from '@/shared/lib/share';
import { inviteLink } from '@/shared/session/invite-link';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';

const qrCode = codeQuery('link-qr', () => import('./link-qr'));

/** The member's link: to copy, to share with the phone's share sheet, or to be scanned by a friend. */
export function LinkCard({ memberId }: { memberId: string }) {
  const { t } = useI18n();
  const [qr, setQr] = useState(false);
  const code = useQuery({ ...qrCode, enabled: qr });
  const link = inviteLink(memberId);
  return (
    <section aria-label={t('invite.link')} className="grid grid-cols-1 gap-3 rounded-l border border-line bg-s2 p-4">
      <div className="-mr-2 flex items-center justify-between gap-2">
        <p className="min-w-0 text-s wrap-anywhere">{link}</p>
        <CopyButton value={link} name={t('invite.link')} />
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        {canShareText() && (
          <Button
            size="s"
            icon="share"
            onClick={() => void shareText({ text: t('invite.shareText', { app: t('app.name') }), url: link })}
          >
            {t('invite.share')}
          </Button>
        )}
        {!qr && (
          <Button size="s" variant="secondary" icon="qr" onClick={() => setQr(true)}>
            {t('invite.showQr')}
          </Button>
        )}
      </div>
      {qr && (
        <QueryState query={code} skeleton={<Skeleton className="mx-auto size-[232px]" />}>
          {({ default: LinkQr }) => <LinkQr text={link} label={t('invite.qr')} />}
        </QueryState>
      )}
    </section>
  );
}
