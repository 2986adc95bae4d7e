import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { CopyText } from '@/console/kit/copy-text';
import { Dialog } from '@/console/kit/dialog';
import { Loaded } from '@/console/kit/loaded';
import { QrCode } from '@/console/kit/qr-code';
import { Notice } from '@/shared/ui/notice';
import { previewQuery } from './draft-calls';

/** Opens the member app as it is with a draft: on this screen, or on a telephone that reads the code. */
export function PreviewButton({ id }: { id: string }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('offer.preview')}
      </Button>
      {open && (
        <Dialog open title={t('offer.preview')} onClose={() => setOpen(false)}>
          <div className="p-4 pt-2">
            <Link id={id} />
          </div>
        </Dialog>
      )}
    </>
  );
}

function Link({ id }: { id: string }) {
  const { t } = useI18n();
  const query = useQuery(previewQuery(id));
  return (
    <Loaded query={query}>
      {({ address, path, until }) =>
        address ? (
          <div className="grid justify-items-center gap-3 text-center">
            <p className="text-s text-t2">{t('offer.previewLead')}</p>
            <QrCode text={address + path} label={t('offer.previewCode')} />
            <p className="flex flex-wrap justify-center gap-2">
              <a
                href={address + path}
                target="_blank"
                rel="noopener noreferrer"
                className="target inline-flex items-center rounded-m bg-gold px-3 text-s font-semibold text-ongold"
              >
                {t('offer.previewOpen')}
              </a>
              <CopyText text={address + path} />
            </p>
            <p className="text-s text-t2">
              {t('offer.previewUntil')} <Moment at={until} />
            </p>
          </div>
        ) : (
          <Notice tone="warning">{t('offer.previewNowhere')}</Notice>
        )
      }
    </Loaded>
  );
}
