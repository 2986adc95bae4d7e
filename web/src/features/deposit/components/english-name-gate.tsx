import type { ReactNode } from 'react';
import { useWallet } from '@/features/wallet/queries';
import type { DepositAccount } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { needsEnglishName } from '../rules';

/** Before the first payment to KBANK: the name by which that bank will identify the payer (SPEC.md §5). */
export function EnglishNameGate({ account, children }: { account: DepositAccount; children: ReactNode }) {
  const { t } = useI18n();
  const { openOver } = useSheet();
  const wallet = useWallet();
  const own = wallet.data?.bankAccount;
  // An account that may need an English name is not shown first and then removed.
  if (account.bankCode === 'KBANK' && wallet.isPending) return <Skeleton className="h-40" />;
  if (!needsEnglishName(account, own)) return children;
  return (
    <Notice
      tone="warning"
      title={t('deposit.nameFirst')}
      action={
        <Button size="s" icon="user" onClick={() => openOver('bank-name')}>
          {t('deposit.nameEdit')}
        </Button>
      }
    >
      {t('deposit.nameWhy')}
    </Notice>
  );
}
