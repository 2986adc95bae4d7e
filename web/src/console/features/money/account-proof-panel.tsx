import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BookAccount } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Panel } from '@/console/kit/panel';
import { Notice } from '@/shared/ui/notice';
import { type AccountCheck, checkAccount } from './account-proof';
import { canProve } from './proof';
import { Checked, ProofState } from './proof-mark';
import { accountQuery, entriesQuery, proofQuery } from './queries';

/** Whether an account's balance is that of its entries, and they are in the chain of seals: computed here, when it is asked for. */
export function AccountProof({ account: { name, version } }: { account: BookAccount }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      // Both anew: the account may have moved since the page was opened.
      const account = await client.fetchQuery({ ...accountQuery(name), staleTime: 0 });
      const newest = await client.fetchInfiniteQuery({ ...entriesQuery(name, {}), staleTime: 0 });
      const rows = newest.pages.flatMap(({ items }) => items);
      return checkAccount(account, rows, (reference) => client.fetchQuery({ ...proofQuery(reference), staleTime: 0 }));
    },
  });
  return (
    <Panel title={t('proof.title')}>
      <p className="pb-3 text-s text-t2">{t('proof.explain')}</p>
      {version === 0 ? (
        <p className="text-t2">{t('proof.nothing')}</p>
      ) : canProve() ? (
        <div className="grid gap-3">
          {data && <Found check={data} />}
          {error && <Notice tone="error">{errorText(error)}</Notice>}
          <div>
            <Button variant="secondary" pending={isPending} onClick={() => mutate()}>
              {t('proof.check')}
            </Button>
          </div>
        </div>
      ) : (
        <Notice tone="warning">{t('proof.noCrypto')}</Notice>
      )}
    </Panel>
  );
}

function Found({ check }: { check: AccountCheck }) {
  const { t } = useI18n();
  const { outcome, account, follows, chained, count, version, batch } = check;
  const checks = [
    { what: t('proof.check.account'), verdict: account },
    { what: t('proof.check.follows', { count }), verdict: follows },
    { what: t('proof.check.chained', { version }), verdict: chained },
    ...(batch
      ? [
          { what: t('proof.check.content'), verdict: batch.content },
          { what: t('proof.check.covered'), verdict: batch.covered },
          { what: t('proof.check.seal'), verdict: batch.sealed },
        ]
      : []),
  ];
  const wrong = checks.find(({ verdict }) => verdict === 'no');
  return (
    <div role="status" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 text-s text-t2 tabular-nums">
        <ProofState outcome={outcome} />
        {batch && <span>{t('proof.batch', { batch: batch.batch })}</span>}
        {batch?.seal && <span>{t('proof.sealed', { seal: batch.seal })}</span>}
      </div>
      {wrong && <Notice tone="error">{t('proof.where', { where: wrong.what })}</Notice>}
      <ul className="grid">
        {checks.map(({ what, verdict }) => (
          <Checked key={what} what={what} verdict={verdict} />
        ))}
      </ul>
    </div>
  );
}
