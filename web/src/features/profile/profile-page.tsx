import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profileQuery } from '@/shared/api/profile';
import type { Account } from '@/shared/api/wire';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { formatAccountNo } from '@/shared/lib/bank-account';
import { bankName } from '@/shared/lib/local-name';
import { formatPhone } from '@/shared/lib/phone';
import { formatDateTime } from '@/shared/lib/time';
import { CopyButton } from '@/shared/ui/copy-button';
import { QueryState } from '@/shared/ui/query-state';
import { RowButton } from '@/shared/ui/row-button';
import { Skeleton } from '@/shared/ui/skeleton';
import { Avatar } from './components/avatar';
import { InstallRow } from './components/install-row';

export default function ProfilePage() {
  const { t } = useI18n();
  const profile = useQuery(profileQuery);
  usePageTitle(`${t('profile.title')} · ${t('app.name')}`);
  return (
    <main className="page grid max-w-[560px] gap-6 pt-6">
      <h1 className="sr-only">{t('profile.title')}</h1>
      <QueryState query={profile} skeleton={<Skeleton className="h-[560px] w-full" />}>
        {(account) => <Details account={account} />}
      </QueryState>
    </main>
  );
}

function Details({ account: { profile, bankAccount } }: { account: Account }) {
  const { t, locale } = useI18n();
  const sheet = useSheet();
  return (
    <>
      <header className="grid justify-items-center gap-2 text-center">
        <Avatar name={profile.name} />
        <p className="text-xl font-semibold">{profile.name}</p>
      </header>
      <Rows>
        <Row label={t('profile.id')} value={profile._id} copy />
        <Row label={t('profile.username')} value={formatPhone(profile.username)} copy={profile.username} />
        <Row label={t('profile.created')} value={formatDateTime(profile.createdAt)} />
      </Rows>
      <section className="grid gap-2">
        <h2 className="text-l font-semibold">{t('profile.bank')}</h2>
        <Rows>
          <Row label={t('profile.bankName')} value={bankName(bankAccount.bank, locale)} />
          <Row label={t('profile.accountName')} value={bankAccount.bankAccountName} copy />
          <Row
            label={t('profile.accountNo')}
            value={formatAccountNo(bankAccount.bankAccountNo)}
            copy={bankAccount.bankAccountNo}
          />
        </Rows>
        <p className="text-s text-t3">{t('profile.bankNote')}</p>
      </section>
      <div className="grid gap-3">
        <RowButton
          icon="shield"
          title={t('safe.title')}
          text={t('safe.row')}
          onClick={() => sheet.open('protection')}
        />
        <RowButton icon="phone" title={t('sessions.title')} onClick={() => sheet.open('sessions')} />
        <RowButton icon="lock" title={t('profile.changePassword')} onClick={() => sheet.open('password')} />
        <RowButton
          icon="download"
          title={t('export.title')}
          text={t('export.row')}
          onClick={() => sheet.open('export')}
        />
      </div>
      <InstallRow />
    </>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line/60 rounded-l border border-line bg-s1">{children}</dl>;
}

/** `copy` copies the text shown, or its plain form. */
function Row({ label, value, copy }: { label: string; value: string; copy?: boolean | string }) {
  return (
    <div className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2 pr-2 pl-4">
      <dt className="text-s text-t2">{label}</dt>
      <dd className="col-start-1 text-m tabular-nums">{value}</dd>
      {copy && (
        <dd className="col-start-2 row-span-2 row-start-1">
          <CopyButton value={typeof copy === 'string' ? copy : value} name={label} />
        </dd>
      )}
    </div>
  );
}
