import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ContentChange, Fact } from '@/console/api/contract';
import { Age, Moment, Until } from '@/console/kit/age';
import { Button, IconButton } from '@/console/kit/button';
import { ChangeList } from '@/console/kit/change-list';
import Chart from '@/console/kit/chart';
import { Chip } from '@/console/kit/chip';
import { Choice } from '@/console/kit/choice';
import { CodeField } from '@/console/kit/code-field';
import { CopyText } from '@/console/kit/copy-text';
import { CsvButton } from '@/console/kit/csv-button';
import { type Column, DataTable } from '@/console/kit/data-table';
import { Changes, FactList, Known } from '@/console/kit/fact-list';
import { Field, Select, TextArea } from '@/console/kit/field';
import { Figure } from '@/console/kit/figure';
import { Days, FilterForm } from '@/console/kit/filter-form';
import { Icon } from '@/console/kit/icon';
import { Inbox } from '@/console/kit/inbox';
import { Item } from '@/console/kit/item';
import { ItemRow } from '@/console/kit/item-row';
import { Kbd } from '@/console/kit/kbd';
import { Loaded } from '@/console/kit/loaded';
import { Mark } from '@/console/kit/mark';
import { MemberLink } from '@/console/kit/member-link';
import { NewPassword } from '@/console/kit/new-password';
import { Numbers } from '@/console/kit/numbers';
import { PagedTable } from '@/console/kit/paged-table';
import { Panel } from '@/console/kit/panel';
import { Picture } from '@/console/kit/picture';
import { QrCode } from '@/console/kit/qr-code';
import { RecoveryCodes } from '@/console/kit/recovery-codes';
import { ListRow, RowList } from '@/console/kit/row-list';
import { SavedViews } from '@/console/kit/saved-views';
import { SecretKey } from '@/console/kit/secret-key';
import { SelectFrom } from '@/console/kit/select-from';
import { State } from '@/console/kit/state';
import { SystemState } from '@/console/kit/system';
import { TwoPanes } from '@/console/kit/two-panes';
import type { Filter } from '@/console/kit/use-filter';
import { viewsQuery } from '@/console/kit/views';
import { ApiError } from '@/shared/api/error';
import { baht, formatAmount } from '@/shared/lib/money';
import { ago, ahead, makeMember } from './fixtures';

interface Withdrawal {
  id: string;
  member: string;
  bank: string;
  amount: number;
  at: string;
}

const BANKS = ['SCB', 'KBANK', 'BBL', 'BCEL', 'KTB'];

const makeRows = (count: number): Withdrawal[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `w${place}`,
    member: place % 7 ? `Member ${place}` : `Maximilian Alexander von Habsburg-Lothringen ${place}`,
    bank: BANKS[place % BANKS.length] ?? '',
    amount: ((place * 7919) % 90_000) + 100.5,
    at: ago(place * 3),
  }));

const COLUMNS: Column<Withdrawal>[] = [
  { id: 'member', header: 'Member', cell: ({ member }) => member, value: ({ member }) => member },
  { id: 'bank', header: 'Bank', cell: ({ bank }) => bank, width: 90, wide: true },
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ amount }) => formatAmount(amount),
    width: 130,
    align: 'end',
    value: ({ amount }) => amount,
  },
  { id: 'at', header: 'Waits', cell: ({ at }) => <Age since={at} due={ahead(-200)} />, width: 110, align: 'end' },
];

export function Table({ count, opens = () => true }: { count: number; opens?(): boolean }) {
  const [rows] = useState(() => makeRows(count));
  const [at, move] = useState(0);
  const [opened, setOpened] = useState('');
  return (
    <div className="grid gap-2">
      <div className="h-72">
        <DataTable
          label="Withdrawals"
          columns={COLUMNS}
          rows={rows}
          idOf={({ id }) => id}
          cursor={{ at, move }}
          onOpen={({ member }) => setOpened(member)}
          opens={opens}
        />
      </div>
      <p role="status">{opened}</p>
    </div>
  );
}

const HOUR = 3600;
const FIRST = Date.parse('2026-11-21T17:00:00.000Z') / 1000;
const TIMES = Array.from({ length: 24 }, (_, hour) => FIRST + hour * HOUR);
const LINES = [
  {
    label: 'Deposits',
    tone: 'gold' as const,
    values: TIMES.map((_, hour) => 40_000 + 25_000 * Math.sin((hour - 8) / 3)),
  },
  {
    label: 'A week before',
    tone: 'grey' as const,
    compared: true,
    values: TIMES.map((_, hour) => 36_000 + 21_000 * Math.sin((hour - 7) / 3)),
  },
];

const FACTS: Fact[] = [
  { name: 'state', kind: 'text', before: 'in review', after: 'approved' },
  { name: 'wallet', kind: 'text', before: '฿4,310.75', after: '฿3,060.75' },
];
const CHANGES: ContentChange[] = [
  { path: 'wheel.slices.C5.weight', before: 300, after: 250, order: false },
  { path: 'texts.notice.lo', before: null, after: 'ຖອນເງິນຊັກຊ້າ ເພາະທະນາຄານປິດປັບປຸງລະບົບ', order: false },
  { path: 'campaigns', before: ['welcome', 'invite'], after: ['invite', 'welcome'], order: true },
];
const NOW = [FACTS[0], { name: 'wallet', kind: 'text', before: '฿3,900.00', after: '฿2,650.00' }] as typeof FACTS;

const waits = { data: undefined, error: null, isFetching: true, refetch: async () => undefined as never };
/** A list whose pages are there. */
const pages = {
  ...waits,
  data: [],
  isFetching: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: async () => undefined as never,
};
const paged = (items: Withdrawal[]) => ({
  ...pages,
  data: { pages: [{ items, next: null, asOf: ago(1) }], pageParams: [''] },
});
const fails = { ...waits, error: new ApiError('BEING_CHECKED', 503), isFetching: false };

/** A list that is narrowed to one operator since a day. */
const NARROWED = {
  filter: { operator: 'somchai.p', from: '2026-11-01' } as Filter,
  query: { operator: 'somchai.p', from: '2026-10-31T17:00:00.000Z' },
  key: 'operator=somchai.p',
  submit: () => undefined,
  clear: () => undefined,
  apply: () => undefined,
};
/** Two filters that the operator keeps; the list is narrowed by the first. */
const keeping = new QueryClient();
keeping.setQueryData(viewsQuery.queryKey, {
  items: [
    { list: 'audit', name: 'Somchai', query: NARROWED.key, at: ago(90) },
    {
      list: 'audit',
      name: 'Withdrawals that were rejected in the night',
      query: 'action=withdrawal.reject',
      at: ago(9),
    },
  ],
});

/** Every part of the kit in all its states, by the names of their files. */
export const PARTS: Record<string, ReactNode> = {
  age: (
    <p className="flex flex-wrap gap-4">
      <Age since={ago(0.2)} /> <Age since={ago(14)} due={ahead(1)} /> <Age since={ago(200)} due={ago(20)} />
      <Until at={ahead(130)} /> <Until at={ago(1)} /> <Moment at="2026-11-22T05:00:00.000Z" />
    </p>
  ),
  button: (
    <p className="flex flex-wrap items-center gap-2">
      <Button hint="a">Approve</Button> <Button variant="secondary">Cancel</Button>
      <Button variant="danger" hint="r">
        Reject
      </Button>
      <Button variant="ghost" icon="refresh">
        Again
      </Button>
      <Button pending>Sending</Button> <Button disabled>Not now</Button>
      <IconButton icon="search" label="Search" />
    </p>
  ),
  'change-list': (
    <div className="grid gap-4">
      <ChangeList label="What changes" changes={CHANGES} />
      <ChangeList label="What changes of another" changes={[]} />
    </div>
  ),
  chart: (
    <Chart summary="Deposits by hour, higher than a week before" times={TIMES} lines={LINES} zone="Asia/Bangkok" />
  ),
  chip: (
    <nav aria-label="Kinds" className="flex gap-1">
      <Chip to="/a" on>
        Slip
      </Chip>
      <Chip to="/b" on={false}>
        Withdrawal
      </Chip>
    </nav>
  ),
  choice: <Choices />,
  'code-field': <CodeField way="recovery" value="7QK2-99XM" onChange={() => undefined} />,
  'csv-button': (
    <QueryClientProvider client={new QueryClient()}>
      <CsvButton path="/api/account" query={{}} />
    </QueryClientProvider>
  ),
  'data-table': <Table count={500} />,
  'fact-list': (
    <div className="grid gap-6">
      <FactList>
        <Known name="Number">kp8f3m2q7x1w9ta</Known>
        <Known name="Reason">Played for three weeks; deposits are all by its own account.</Known>
      </FactList>
      <Changes facts={FACTS} />
      <Changes facts={FACTS} now={NOW} />
    </div>
  ),
  field: (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Operator name" placeholder="somchai.p" hint="As in the invitation" />
      <Field label="Amount" defaultValue="-5" error="This amount is not valid." />
      <TextArea label="Reason" defaultValue="Two lines of why." />
      <Select label="Why, as the member reads it" defaultValue="2">
        <option value="1">Duplicate slip</option>
        <option value="2">The slip can’t be read</option>
      </Select>
    </div>
  ),
  'filter-form': (
    <QueryClientProvider client={new QueryClient()}>
      <FilterForm by={NARROWED} path="/api/audit">
        <Field label="Operator" name="operator" defaultValue={NARROWED.filter.operator} />
        <Days filter={NARROWED.filter} />
      </FilterForm>
    </QueryClientProvider>
  ),
  icon: (
    <p className="flex gap-3">
      <Icon name="stamp" size="s" /> <Icon name="keyboard" /> <Icon name="sun" size="l" /> <Icon name="moon" size="l" />
    </p>
  ),
  inbox: (
    <div className="grid gap-4 sm:grid-cols-2">
      <Inbox list={{ ...pages, hasNextPage: true }} rows={['a', 'b']} asOf={ago(1)} empty="">
        {(row) => <ItemRow key={row} to={`/${row}`} title={row} since={null} />}
      </Inbox>
      <Inbox list={pages} rows={[]} asOf={ago(1)} empty="Nothing waits">
        {() => null}
      </Inbox>
    </div>
  ),
  item: (
    <div className="flex h-80 flex-col rounded-l border border-line bg-s1">
      <Item
        title="Approve a withdrawal"
        amount={128_500}
        lead={<State tone="gold">Open</State>}
        detail={<Changes facts={FACTS} />}
        actions={<Button hint="a">Approve</Button>}
      />
    </div>
  ),
  'item-row': (
    <div className="max-w-[400px] border border-line">
      <ItemRow to="/a" title="Withdrawal" subject="สมหญิง ใจดี" amount={128_500} since={ago(3)} due={ahead(12)} current />
      <ItemRow
        to="/b"
        title="A slip whose title is longer than the row is wide, so it ends in dots"
        subject="ບຸນມີ ແສງສະຫວັນ"
        amount={1_000_000_000}
        since={ago(180)}
        due={ago(30)}
        note="The payer is not proven"
      />
    </div>
  ),
  kbd: <Kbd>Enter</Kbd>,
  loaded: (
    <div className="grid gap-4 sm:grid-cols-2">
      <Loaded query={waits}>{() => null}</Loaded>
      <Loaded query={fails}>{() => null}</Loaded>
    </div>
  ),
  picture: (
    <Picture path="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='90' height='160'%3E%3Crect width='90' height='160' fill='%23888'/%3E%3C/svg%3E" />
  ),
  figure: (
    <dl className="flex gap-8">
      <Figure name="In" value={1250.5} before={1000} format={baht} />{' '}
      <Figure name="Out" value={0} before={0} format={baht} />
    </dl>
  ),
  'copy-text': <CopyText text="AAAA" />,
  'new-password': (
    <div className="max-w-96">
      <NewPassword name="somchai.p" submit="Continue" pending={false} onSubmit={() => {}} />
    </div>
  ),
  numbers: (
    <Numbers
      caption="Bets by provider"
      head={['Provider', 'Won', 'Played', 'A week before']}
      rows={[
        ['Joker Gaming', '128,500.00', '-1,250,000.50', '98,120.00'],
        ['ສະລັອດທີ່ມີຊື່ຍາວ', '0.00', '0.00', '1,000,000,000.00'],
      ]}
    />
  ),
  'qr-code': <QrCode text="https://www.example.com" label="Opens the preview on a telephone" />,
  'recovery-codes': (
    <div className="max-w-96">
      <RecoveryCodes codes={['7K2M-9QTX-4HWD', '3N8P-VC6R-0JZB']} onKept={() => {}} />
    </div>
  ),
  'secret-key': <SecretKey uri="otpauth://totp/Krapao:somchai.p?secret=JBSWY3DPEHPK3PXP" secret="JBSWY3DPEHPK3PXP" />,
  'select-from': (
    <SelectFrom label="Bank" name="bank" chosen="KBANK" values={BANKS} nameOf={(bank) => `Bank ${bank}`} />
  ),
  mark: <Mark large />,
  'member-link': <MemberLink member={makeMember()} />,
  'paged-table': (
    <div className="grid gap-4">
      <PagedTable label="Some" list={paged(makeRows(3))} columns={COLUMNS} idOf={({ id }) => id} />
      <PagedTable
        label="None so far"
        list={{ ...paged([]), hasNextPage: true }}
        columns={COLUMNS}
        idOf={({ id }) => id}
      />
    </div>
  ),
  'row-list': (
    <div className="grid gap-4">
      <RowList title="Some" list={paged(makeRows(2))} empty="There are none">
        {({ id }) => (
          <ListRow key={id} title={id} figure="12.50">
            <span>today</span>
          </ListRow>
        )}
      </RowList>
      <RowList title="None" list={paged([])} empty="There are none">
        {() => null}
      </RowList>
    </div>
  ),
  'saved-views': (
    <QueryClientProvider client={keeping}>
      <SavedViews by={NARROWED} path="/api/audit" />
    </QueryClientProvider>
  ),
  panel: (
    <Panel title="What waits" aside="to the queue">
      <p>Nothing waits</p>
    </Panel>
  ),
  system: (
    <p className="flex flex-wrap gap-2">
      <SystemState state="up" /> <SystemState state="slow" /> <SystemState state="down" />{' '}
      <SystemState state="stopped" />
    </p>
  ),
  'two-panes': (
    <div className="flex h-40 flex-col border border-line">
      <TwoPanes open list={<p className="p-4">The list</p>} one={<p className="p-4">One of it</p>} back="/list" />
    </div>
  ),
  state: (
    <p className="flex flex-wrap gap-2">
      <State tone="gold">Open</State> <State tone="sky">Scheduled</State> <State tone="jade">Done</State>
      <State tone="coral">Rejected</State> <State tone="grey">Expired</State>
    </p>
  ),
};

function Choices() {
  const [value, setValue] = useState('lo');
  const options = [
    { value: 'th', name: 'ไทย' },
    { value: 'lo', name: 'ລາວ' },
    { value: 'en', name: 'English' },
  ];
  return <Choice label="Language" value={value} options={options} onChange={setValue} />;
}

export function Gallery() {
  return (
    <main className="mx-auto grid max-w-[960px] gap-10 p-4 sm:p-8">
      <h1 className="text-xl font-semibold">The console’s kit</h1>
      {Object.entries(PARTS).map(([name, part]) => (
        <section key={name} className="grid gap-3">
          <h2 className="text-t3">{name}</h2>
          {part}
        </section>
      ))}
    </main>
  );
}
