import { Amount, HeroAmount } from '@/shared/ui/amount';
import { BankChip } from '@/shared/ui/bank-chip';
import { Button } from '@/shared/ui/button';
import { Condition } from '@/shared/ui/condition';
import { EmptyState } from '@/shared/ui/empty-state';
import { ICONS, Icon, type IconName } from '@/shared/ui/icon';
import { Loading } from '@/shared/ui/loading';
import { Notice } from '@/shared/ui/notice';
import { PayRow } from '@/shared/ui/pay-row';
import { Progress } from '@/shared/ui/progress';
import { Skeleton } from '@/shared/ui/skeleton';
import { Spinner } from '@/shared/ui/spinner';
import { Status } from '@/shared/ui/status';
import type { Parts } from './parts';

const TONES = ['info', 'success', 'warning', 'error'] as const;
const BANKS = ['KBANK', 'SCB', 'BBL', 'KTB', 'BAY', 'TTB', 'GSB', 'BCEL', 'TRUEWALLET', 'ELSE'];

/** Parts that only show text. */
export const WORDS: Parts = {
  amount: {
    'with and without a sign': (
      <p className="flex flex-wrap gap-3">
        <Amount value={1250.5} />
        <Amount value={20} sign="+" />
        <Amount value={20} sign="-" />
        <Amount value={9_999_999.99} currency="LAK" />
      </p>
    ),
    'the balance, and hidden': (
      <p className="grid gap-3">
        <HeroAmount value={1250.5} />
        <HeroAmount value={999_999_999.99} />
        <HeroAmount value={1250.5} hidden />
      </p>
    ),
  },
  notice: {
    ...Object.fromEntries(
      TONES.map((tone) => [
        tone,
        <Notice key={tone} tone={tone} title="A title">
          And what can be done about it.
        </Notice>,
      ]),
    ),
    'with a way on': <Notice action={<Button size="s">Show</Button>}>A code of another bank is still open.</Notice>,
  },
  status: {
    each: (
      <p className="flex flex-wrap gap-3">
        <Status value="IN_PROGRESS" />
        <Status value="SUCCESS" />
        <Status value="FAILED" />
      </p>
    ),
  },
  progress: { half: <Progress label="Turnover" part={0.5} from="฿500.00" to="฿1,000.00" /> },
  'bank-chip': {
    'known and unknown': (
      <p className="flex flex-wrap gap-3">
        {BANKS.map((code) => (
          <BankChip key={code} code={code} />
        ))}
        <BankChip code="SCB" size="s" />
      </p>
    ),
  },
  condition: {
    'a sum with a condition': <Condition amount={100} success={300} fail={10} />,
    'a small one': <Condition amount={20} success={300} fail={10} />,
  },
  'pay-row': {
    'with and without a name': (
      <ul>
        <PayRow name="0812345678" at="2026-11-22T05:00:00.000Z" amount={50} />
        <PayRow at="2026-11-22T05:00:00.000Z" amount={50} />
      </ul>
    ),
  },
  'empty-state': {
    'with a way on': (
      <EmptyState icon="list" title="Nothing has moved yet" action={<Button icon="down">Deposit</Button>}>
        What moves stands here.
      </EmptyState>
    ),
  },
  skeleton: { 'a place that is kept': <Skeleton className="h-12" /> },
  loading: { 'told after a moment': <Loading /> },
  spinner: { turning: <Spinner /> },
  icon: {
    all: (
      <p className="flex flex-wrap gap-3">
        {(Object.keys(ICONS) as IconName[]).map((name) => (
          <Icon key={name} name={name} />
        ))}
      </p>
    ),
  },
};
