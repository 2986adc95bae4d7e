import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { WholeTransfer } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { FactList, Known } from '@/console/kit/fact-list';
import { foundName } from '@/console/kit/found';
import { LINK } from '@/console/kit/link';
import { Loaded } from '@/console/kit/loaded';
import { Panel } from '@/console/kit/panel';
import { accountAddress, transferAddress } from './address';
import { Amount, signed } from './amount';
import { MoneyFrame } from './frame';
import { kindName } from './names';
import { transferQuery } from './queries';
import { TransferEntries } from './transfer-entries';
import { ProofPanel } from './transfer-proof';
import { TransferState } from './transfer-state';

/** One transfer: both sides, its entries, what belongs to it, and its proof. */
export default function TransferPage() {
  const { reference = '' } = useParams();
  const transfer = useQuery(transferQuery(reference));
  return (
    <MoneyFrame at="/money/transfers">
      <Loaded query={transfer}>
        {(whole) => (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <Head whole={whole} />
            <ProofPanel reference={whole.transfer.reference} entries={whole.entries} />
            <div className="lg:col-span-2">
              <TransferEntries entries={whole.entries} />
            </div>
            <div className="lg:col-span-2">
              <Linked whole={whole} />
            </div>
          </div>
        )}
      </Loaded>
    </MoneyFrame>
  );
}

function Head({ whole: { transfer, detail } }: { whole: WholeTransfer }) {
  const { t } = useI18n();
  const { reference, kind, state, debit, credit, amount, moved, member, createdAt, settledAt, found, note } = transfer;
  return (
    <Panel title={kindName(kind)} aside={<TransferState state={state} />}>
      <p className="pt-1 pb-3 text-xl font-semibold tabular-nums">฿{signed(amount)}</p>
      <FactList>
        <Known name={t('money.reference')}>{reference}</Known>
        <Side name={t('money.debit')} account={debit} />
        <Side name={t('money.credit')} account={credit} />
        <Known name={t('money.moved')}>
          <Amount value={moved} />
        </Known>
        <Known name={t('money.created')}>
          <Moment at={createdAt} />
        </Known>
        {settledAt && (
          <Known name={t('money.settled')}>
            <Moment at={settledAt} />
          </Known>
        )}
        {member && (
          <Known name={t('money.member')}>
            <Link to={`/member/${member}`} className={LINK}>
              {member}
            </Link>
          </Known>
        )}
        {(detail.from || detail.to) && <Known name={t('money.shownAs')}>{`${detail.from} → ${detail.to}`}</Known>}
        {detail.reason && <Known name={t('money.reason')}>{detail.reason}</Known>}
        {detail.outside && <Known name={t('money.outside')}>{detail.outside}</Known>}
        {detail.account && <Known name={t('money.outsideAccount')}>{detail.account}</Known>}
        {detail.parent && <Known name={t('money.parent')}>{detail.parent}</Known>}
        {found && <Known name={t('money.found')}>{foundName(found)}</Known>}
        {note && <Known name={t('money.note')}>{note}</Known>}
      </FactList>
    </Panel>
  );
}

function Side({ name, account }: { name: string; account: string }) {
  return (
    <Known name={name}>
      <Link to={accountAddress(account)} className={LINK}>
        {account}
      </Link>
    </Known>
  );
}

function Linked({ whole: { linked } }: { whole: WholeTransfer }) {
  const { t } = useI18n();
  return (
    <Panel title={t('money.linked')}>
      {linked.length === 0 && <p className="text-t2">{t('money.noLinked')}</p>}
      <ul className="grid">
        {linked.map(({ id, reference, kind, debit, credit, amount, state }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 border-t border-line py-2 first:border-t-0">
            <Link to={transferAddress(reference)} className={LINK}>
              {reference}
            </Link>
            <span>{kindName(kind)}</span>
            <span className="min-w-0 flex-1 text-t2">{`${debit} → ${credit}`}</span>
            <Amount value={amount} />
            <TransferState state={state} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
