import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '@/shared/api/client';
import type { Slip } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { emptyTab, sendTo } from '@/shared/lib/open-window';
import { notify } from '@/shared/ui/notify';

const LOOK = 'inline-flex min-h-11 items-center gap-1 text-s text-sky underline underline-offset-4 disabled:opacity-50';

/**
 * The slip's own picture, in a tab of its own: by the operator's link, or by a signed one that is valid for five
 * minutes.
 */
export function ViewPicture({ slip }: { slip: Slip }) {
  const { t } = useI18n();
  const [blocked, setBlocked] = useState<string>();
  const sign = useMutation({
    mutationFn: () =>
      unwrap(api.GET('/api/statement/slip/reference/{reference}', { params: { path: { reference: slip.reference } } })),
  });
  const link = slip.link ?? blocked;

  // The tab is opened inside the tap, because browsers block later ones.
  function view() {
    const tab = emptyTab();
    sign.mutate(undefined, {
      onSuccess: ({ url }) => {
        if (!sendTo(tab, url)) setBlocked(url);
      },
      onError: (error) => {
        tab?.close();
        notify.failure(error);
      },
    });
  }

  if (link)
    return (
      <a href={link} target="_blank" rel="noopener noreferrer" className={LOOK}>
        {t(blocked ? 'slips.openPicture' : 'slips.view')}
      </a>
    );
  return (
    <button type="button" disabled={sign.isPending} onClick={view} className={LOOK}>
      {t('slips.view')}
    </button>
  );
}
