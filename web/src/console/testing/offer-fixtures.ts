import { HttpResponse, http } from 'msw';
import type {
  ContentChange,
  ContentChecked,
  ContentDetail,
  ContentDraftDetail,
  ContentVersion,
  OfferCampaign,
  Way,
  WheelTable,
} from '@/console/api/contract';
import { campaignHandlers } from './campaign-fixtures';
import { ago, OPERATOR } from './fixtures';
import { on, refuse } from './server';

const text = (th: string, lo: string, en: string) => ({ th, lo, en });

/** A house's content, as documents have it. */
const makeBodies = (): Record<string, unknown> => ({
  banks: [
    { code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank', nameLO: 'ທະນາຄານກະສິກອນໄທ', country: 'TH' },
    { code: 'SCB', nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank', nameLO: 'ທະນາຄານໄທພານິດ', country: 'TH' },
  ],
  texts: {
    conditions: [text('<p>หนึ่งคนหนึ่งบัญชี</p>', '<p>ໜຶ່ງຄົນໜຶ່ງບັນຊີ</p>', '<p>One person, one account.</p>')],
    agreements: [text('<p>ข้อตกลง</p>', '<p>ຂໍ້ຕົກລົງ</p>', '<p>The agreement.</p>')],
    notice: text('<p>ถอนได้เมื่อถึงเป้าหมาย</p>', '<p>ຖອນໄດ້ເມື່ອຮອດເປົ້າໝາຍ</p>', '<p>Withdraw at the target.</p>'),
  },
  contact: { text: text('สวัสดี', 'ສະບາຍດີ', 'Hello'), lineName: '@krapao', lineLink: '', lineQR: '' },
  budgets: { bonus: { left: 250000, alarm: 50000 }, refund: { left: 90000, alarm: 20000 } },
  info: { name: 'กระเป๋า เดโม', website: 'https://krapao.example' },
  games: [
    {
      code: 'joker',
      name: 'Joker Gaming',
      category: 'slot',
      family: 'joker',
      factor: '1',
      launch: 'form',
      state: 'open',
    },
    { code: 'ufabet', name: 'UFABET', category: 'sport', family: 'sbo', factor: '1', launch: 'form', state: 'open' },
  ],
  depositAccounts: [
    {
      code: 'SCB-AUTO',
      bankCode: 'SCB',
      bankType: 'BANK',
      mode: 'AUTO',
      source: 'feed',
      bank: { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank', nameLO: 'ທະນາຄານໄທພານິດ' },
      bankAccountName: 'บจก. กระเป๋า เดโม',
      bankAccountNo: '4068123456',
      currency: 'BAHT',
      qr: false,
    },
  ],
  withdraw: { minimum: 100, maximum: 200000, dayRequests: 5, reviewFirst: true, twoPersonsOver: 50000 },
  bonus: {
    weights: { slot: 100, casino: 10, sport: 50, lotto: 0 },
    bonuses: [
      {
        code: 'WELCOME100',
        type: 'limit',
        max: 1,
        name: text('ต้อนรับสมาชิกใหม่ 100%', 'ຕ້ອນຮັບສະມາຊິກໃໝ່ 100%', 'Welcome 100%'),
        kind: 'match',
        matchPercent: 100,
        minimum: 100,
        cap: 1000,
        end: 'target',
        percentSuccess: 300,
        percentFail: 5,
        expiresDays: 14,
        budget: 500000,
        banners: [
          {
            image: '/banners/welcome.svg',
            html: text('<h3>รับเพิ่มเท่าตัว</h3>', '<h3>ຮັບເພີ່ມເທົ່າຕົວ</h3>', '<h3>Your deposit, doubled</h3>'),
          },
        ],
      },
      { code: 'WEEKLY', type: 'week', kind: 'free', amount: 50, end: 'both', expiresDays: 7, budget: 20000 },
    ],
  },
  wheel: {
    name: text('วงล้อนำโชค', 'ວົງລໍ້ນຳໂຊກ', 'Lucky wheel'),
    maxCost: 10,
    dayBudget: 20000,
    terms: {},
    slices: [
      {
        code: 'NONE',
        label: text('ไม่ได้รางวัล', 'ບໍ່ໄດ້ລາງວັນ', 'Nothing'),
        bgColor: '#2b0a16',
        textColor: '#ffd9e2',
        htmlDescription: text('', '', ''),
        weight: 700,
        kind: 'nothing',
      },
      {
        code: 'C5',
        label: text('5 บาท', '5 ບາດ', '฿5'),
        bgColor: '#8c1c3f',
        textColor: '#ffffff',
        htmlDescription: text('<p>เงินสด 5 บาท</p>', '<p>ເງິນສົດ 5 ບາດ</p>', '<p>฿5 in cash</p>'),
        weight: 300,
        kind: 'cash',
        amount: 5,
      },
    ],
  },
  promotions: null,
});

const ORDER = [
  'banks',
  'texts',
  'info',
  'contact',
  'games',
  'depositAccounts',
  'withdraw',
  'budgets',
  'bonus',
  'promotions',
  'wheel',
];
const CASHIERS = ['banks', 'texts', 'info', 'bonus', 'promotions', 'wheel'];

const VERSIONS: ContentVersion[] = [
  {
    version: 3,
    since: ago(3 * 1440),
    by: 'malee.k',
    second: 'somchai.p',
    reason: 'The welcome bonus of November',
    proposal: 'p31',
  },
  { version: 2, since: ago(20 * 1440), by: 'malee.k', second: 'somchai.p', reason: 'A higher cap', proposal: 'p17' },
  { version: 1, since: ago(60 * 1440), by: null, second: null, reason: '', proposal: null },
];

const CAP: ContentChange = { path: 'bonus.bonuses.WELCOME100.cap', before: 500, after: 1000, order: false };

/** The differences of two documents, as the server names them. */
function differ(path: string, before: unknown, after: unknown): ContentChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [was, is] = [partsOf(before), partsOf(after)];
  if (!was || !is) return [{ path, before: before ?? null, after: after ?? null, order: false }];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return names.flatMap((name) =>
    name in was && name in is
      ? differ(`${path}.${name}`, was[name], is[name])
      : differ(`${path}.${name}`, was[name], is[name]).map((one) => ({ ...one, path: `${path}.${name}` })),
  );
}

function partsOf(value: unknown): Record<string, unknown> | undefined {
  if (Array.isArray(value))
    return Object.fromEntries(
      value.map((part, place) => [
        (part as { code?: string } | null)?.code ?? String(place + 1).padStart(2, '0'),
        part,
      ]),
    );
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

const LATELY = { grants: 41, credit: 28_450, returned: 6_120, deposits: 41_300, succeeded: 9, active: 12 };

const CAMPAIGNS: OfferCampaign[] = [
  {
    source: 'bonus',
    code: 'WELCOME100',
    name: { th: 'ต้อนรับสมาชิกใหม่ 100%', lo: 'ຕ້ອນຮັບສະມາຊິກໃໝ່ 100%', en: 'Welcome 100%' },
    state: 'open',
    from: null,
    to: null,
    grants: 318,
    quota: 1000,
    active: 12,
    spent: 142_300,
    budget: 500_000,
    lately: LATELY,
    may: ['closeContent'],
  },
  {
    source: 'promotion',
    code: 'SONGKRAN',
    name: { th: 'สงกรานต์', lo: 'ສົງການ', en: 'Songkran' },
    state: 'closed',
    from: ago(40 * 1440),
    to: null,
    grants: 77,
    quota: 0,
    active: 0,
    spent: 7_700,
    budget: 10_000,
    lately: { grants: 0, credit: 0, returned: 0, deposits: 0, succeeded: 0, active: 0 },
    may: [],
  },
];

const slice = (code: string, weight: number, draws: number, amount: number): WheelTable['slices'][number] => ({
  code,
  label: { th: `${amount} บาท`, lo: `${amount} ບາດ`, en: amount ? `${amount} baht` : 'Nothing' },
  kind: amount ? 'cash' : 'nothing',
  amount,
  coins: 0,
  bonus: null,
  weight,
  draws,
  paid: amount * draws,
});

const TABLE: WheelTable = {
  version: 2,
  name: { th: 'วงล้อ', lo: 'ວົງລໍ້', en: 'Wheel' },
  inForce: true,
  since: ago(9 * 1440),
  until: null,
  weight: 1000,
  draws: 412,
  paid: 1_950,
  maxCost: 5,
  expected: { cost: 4_750, coins: 0 },
  seen: { cost: 4_733, coins: 0 },
  slices: [slice('NONE', 700, 286, 0), slice('TEN', 275, 115, 10), slice('EIGHTY', 25, 11, 80)],
};

/** What beside a change may be done with a section. */
const MORE: Readonly<Record<string, string[]>> = {
  games: ['closeContent'],
  depositAccounts: ['closeContent'],
  wheel: ['closeContent'],
  budgets: ['setBudget', 'setBudgetAlarm'],
};

/** A page of a list that has one. */
const page = <T>(items: T[]) => ({ items, next: null, asOf: ago(0), from: 'primary' as const });

/** Another operator's draft of a section that nobody else is editing. */
const draftOf = (section: string, body: unknown, before: unknown): ContentDraftDetail => ({
  id: `draft-${section}`,
  section,
  by: 'malee.k',
  note: 'for the holidays',
  revision: 4,
  state: 'draft-state-4',
  base: 3,
  inForce: true,
  readable: true,
  proposal: null,
  began: ago(90),
  changed: ago(12),
  may: ['deleteContentDraft', 'proposeContentDraft'],
  body,
  typed: '',
  before,
  from: `state-${section}`,
  changes: differ(section, before, body),
  under: [],
  wrong: [],
});

/** A house with content. What is proposed waits, and changes nothing. */
export function offerHandlers(confirms: Way[]) {
  const bodies = makeBodies();
  const info = bodies.info as Record<string, unknown>;
  const drafts = new Map([['draft-info', draftOf('info', { ...info, name: 'Krapao Club' }, info)]]);
  const draft = (id: unknown) => {
    const found = drafts.get(String(id));
    if (!found) throw refuse(404, 'NO_DATA');
    return found;
  };
  const detail = (section: string): ContentDetail => {
    if (!ORDER.includes(section)) throw refuse(404, 'NO_DATA');
    const known = section === 'bonus' || section === 'info';
    return {
      section,
      set: bodies[section] !== null,
      version: known ? 3 : null,
      since: known ? ago(3 * 1440) : null,
      by: known ? 'malee.k' : null,
      second: known ? 'somchai.p' : null,
      state: `state-${section}`,
      needs: CASHIERS.includes(section) ? 'cashier' : 'chief',
      may: ['proposeContent', 'returnContent', ...(MORE[section] ?? [])],
      body: bodies[section],
    };
  };
  const check = (document: Record<string, unknown>): ContentChecked => {
    const known = Object.keys(document).filter((section) => ORDER.includes(section));
    const changes = known.flatMap((section) => differ(section, bodies[section], document[section]));
    const negative = changes.filter(({ after }) => typeof after === 'number' && after < 0);
    return {
      sections: ORDER.filter((section) => changes.some(({ path }) => path.split('.')[0] === section)),
      changes,
      wrong: [
        ...Object.keys(document)
          .filter((section) => !ORDER.includes(section))
          .map((path) => ({ path, code: 'NO_SECTION' as const, text: `content: there is no section "${path}"` })),
        ...negative.map(({ path }) => ({
          path,
          code: 'REFUSED' as const,
          text: 'it is not a positive amount of baht',
        })),
      ],
    };
  };
  const sure = (request: Request) => {
    if (request.headers.get('X-Confirmation') !== 'proof-content')
      throw refuse(403, 'CONFIRM_IDENTITY', { decision: 'content', ways: confirms });
  };
  const proposed = (subject: string) => ({ message: 'PROPOSED' as const, says: '', facts: [], subject });
  const version = (section: unknown, number: unknown) => {
    const found = VERSIONS.find((one) => one.version === Number(number));
    if (!found || section !== 'bonus') throw refuse(404, 'NO_DATA');
    return found;
  };
  return [
    on('get', '/api/campaign', () => page(CAMPAIGNS)),
    ...campaignHandlers(CAMPAIGNS),
    on('get', '/api/wheel', () => page([TABLE])),
    on('post', '/api/content/{section}/close', ({ params }) => ({
      message: 'SUCCESS' as const,
      says: '',
      facts: [],
      subject: String(params.section),
    })),
    on('get', '/api/content', () => ({ items: ORDER.map(detail) })),
    on('get', '/api/content/{section}', ({ params }) => detail(String(params.section))),
    on('get', '/api/content/{section}/history', ({ params }) => ({
      items: params.section === 'bonus' ? VERSIONS : [],
      next: null,
      asOf: ago(0),
      from: 'primary' as const,
    })),
    on('get', '/api/content/{section}/history/{version}', ({ params }) => {
      const found = version(params.section, params.version);
      const changes = found.version === 1 ? [] : [CAP];
      const back = found.version === 3 ? [] : [{ ...CAP, before: 1000, after: 500 }];
      return { ...found, body: bodies.bonus, changes, back };
    }),
    on('get', '/api/content-proposal/{id}', () => ({ sections: ['bonus'], changes: [CAP], wrong: [] })),
    // A form with a file is no JSON.
    http.post('*/api/content-picture', () => HttpResponse.json({ path: '/picture/0123456789abcdef' })),
    on('get', '/api/content-draft', () => ({ items: [...drafts.values()] })),
    on('get', '/api/content-draft/{id}', ({ params }) => draft(params.id)),
    on('get', '/api/content-draft/{id}/preview', ({ params }) => ({
      address: 'http://localhost:8080',
      path: `/user/home?preview=member.${draft(params.id).id}.1795838400.${'0123456789abcdef'.repeat(4)}`,
      until: ago(-30),
    })),
    on('put', '/api/content-draft/{id}', ({ params, body: { section, revision, base, body, typed = '' } }) => {
      const id = String(params.id);
      const now = drafts.get(id);
      if ((now?.revision ?? 0) !== revision) throw refuse(409, 'STATE_CHANGED', { state: now?.state ?? '' });
      const began = now ?? draftOf(section, body, bodies[section]);
      const kept: ContentDraftDetail = {
        ...began,
        id,
        by: OPERATOR.name,
        note: '',
        revision: revision + 1,
        state: `draft-state-${revision + 1}`,
        readable: typed === '',
        may: ['previewContentDraft', 'putContentDraft', 'deleteContentDraft', 'proposeContentDraft'],
        body,
        typed,
        from: base,
        changes: differ(section, bodies[section], body),
      };
      drafts.set(id, kept);
      return kept;
    }),
    on('delete', '/api/content-draft/{id}', ({ params }) => {
      drafts.delete(draft(params.id).id);
      return { message: 'SUCCESS' as const };
    }),
    on('post', '/api/content-draft/{id}/propose', ({ params, body, request }) => {
      sure(request);
      const one = draft(params.id);
      if (body.seen !== one.state) throw refuse(409, 'STATE_CHANGED', { state: one.state });
      one.proposal = { id: 'p-content', state: 'open', by: '', why: '' };
      return proposed(one.section);
    }),
    on('post', '/api/content-check', ({ body }) => check(body.document)),
    on('get', '/api/content-document', () => ({
      document: Object.fromEntries(Object.entries(bodies).filter(([, body]) => body !== null)),
    })),
    on('put', '/api/content-document', ({ request }) => {
      sure(request);
      return proposed('document');
    }),
    on('post', '/api/content/{section}/propose', ({ params, request }) => {
      sure(request);
      return proposed(String(params.section));
    }),
    on('post', '/api/content/{section}/roll-back', ({ params, request }) => {
      sure(request);
      return proposed(String(params.section));
    }),
  ];
}
