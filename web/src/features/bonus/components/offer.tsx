import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '@/shared/api/error';
import { errorText } from '@/shared/api/error-text';
import { activeBonusQuery } from '@/shared/api/offers';
import type { Banner } from '@/shared/api/wire';
import type { Dye } from '@/shared/art/dyes';
import { useOnline } from '@/shared/hooks/use-online';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { intoView } from '@/shared/lib/into-view';
import { PATHS } from '@/shared/paths';
import { Banners } from '@/shared/ui/banners';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Html } from '@/shared/ui/html';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { noticeQuery, useReceive } from '../queries';
import { noticeFor } from '../rules';

interface Props {
  kind: 'bonus' | 'promotion';
  code: string;
  title: string;
  lead?: ReactNode;
  banners: Banner[];
  dye: Dye;
  percentFail: number;
  /** Why it can't be received, whatever other bonus is held. */
  refused?: string | undefined;
  /** It is the one in use: its terms are all that is left to show. */
  current?: boolean;
  children: ReactNode;
}

/** A bonus or a promotion before it is received: pictures, the operator's notice and the terms, then the button. */
export function Offer({ kind, code, title, lead, banners, dye, percentFail, refused, current, children }: Props) {
  const { t } = useI18n();
  const { close } = useSheetState();
  const online = useOnline();
  const active = useQuery(activeBonusQuery);
  const receive = useReceive(kind, code);
  const held = active.data?.status === true;
  const why = refused ?? (held ? t('bonus.other') : online ? undefined : t('bonus.offline'));

  if (current)
    return (
      <Sheet title={title} lead={lead} footer={<Ok />}>
        <Body banners={banners} code={code} dye={dye} percentFail={percentFail}>
          {children}
        </Body>
      </Sheet>
    );
  return (
    <Sheet
      title={title}
      lead={lead}
      footer={
        <>
          {why && <p className="text-center text-s text-t2">{why}</p>}
          <Button
            block
            needsPlay
            icon="gift"
            disabled={why !== undefined || active.isPending}
            pending={receive.isPending}
            onClick={() =>
              receive.mutate(undefined, {
                onSuccess: () => {
                  notify.success(t('bonus.received'));
                  close();
                },
              })
            }
          >
            {t('bonus.receive')}
          </Button>
        </>
      }
    >
      <Body banners={banners} code={code} dye={dye} percentFail={percentFail}>
        {children}
        {receive.isError && (
          <div ref={intoView}>
            <Notice tone="error" action={<WayOut error={receive.error} />}>
              {errorText(receive.error)}
            </Notice>
          </div>
        )}
      </Body>
    </Sheet>
  );
}

function Ok() {
  const { t } = useI18n();
  const { close } = useSheetState();
  return (
    <Button block onClick={close}>
      {t('bonus.ok')}
    </Button>
  );
}

type BodyProps = Pick<Props, 'banners' | 'code' | 'dye' | 'percentFail' | 'children'>;

function Body({ banners, code, dye, percentFail, children }: BodyProps) {
  const notice = useQuery(noticeQuery).data?.notice;
  return (
    <div className="grid grid-cols-1 gap-4">
      {banners.length > 0 && <Banners banners={banners} code={code} dye={dye} />}
      {children}
      {notice && <Html blocks={[noticeFor(notice, percentFail)]} />}
    </div>
  );
}

/** Explains a refusal, with a link to its remedy where one tap leads there. */
function WayOut({ error }: { error: unknown }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'BONUS_CONDITION_DEPOSIT')
    return (
      <Button size="s" variant="secondary" icon="down" onClick={() => sheet.open('deposit')}>
        {t('home.deposit')}
      </Button>
    );
  if (code === 'BONUS_ALREADY_ACTIVE')
    return (
      <ButtonLink size="s" variant="secondary" icon="gift" to={PATHS.bonus} replace>
        {t('bonus.see')}
      </ButtonLink>
    );
  return null;
}
