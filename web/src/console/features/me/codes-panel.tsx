import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Dialog } from '@/console/kit/dialog';
import { RecoveryCodes } from '@/console/kit/recovery-codes';
import { Notice } from '@/shared/ui/notice';
import { renewCodes } from './queries';
import { useChange } from './use-change';

/** When fewer are left, it is time to make new ones. */
const FEW = 3;

/** How many recovery codes are left, and new ones in their place. */
export function CodesPanel({ left, has }: { left: number; has: boolean }) {
  const { t } = useI18n();
  const renew = useChange(renewCodes);
  if (!has) return <p className="text-t2">{t('me.none')}</p>;
  return (
    <div className="grid gap-3">
      {left < FEW && <Notice tone="warning">{t('me.fewCodes')}</Notice>}
      {renew.why && <Notice tone="error">{renew.why}</Notice>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-t2">{t('me.codesLeft', { count: left })}</span>
        <Button variant="secondary" pending={renew.isPending} onClick={() => renew.mutate(undefined)}>
          {t('me.renew')}
        </Button>
      </div>
      {renew.data && (
        <Dialog open title={t('secret.codes')} onClose={renew.reset}>
          <div className="px-4 pt-1 pb-4">
            <RecoveryCodes codes={renew.data.recovery} onKept={renew.reset} />
          </div>
        </Dialog>
      )}
    </div>
  );
}
