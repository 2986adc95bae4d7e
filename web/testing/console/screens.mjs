// What the console shows: an address (path), whether nobody is signed in yet (out), and the actions on it (act).

const OUT = { status: 401, contentType: 'application/json', body: '{"message":"INVALID_USER_4"}' };
const WAYS = {
  ways: ['password'],
  oidc: { name: 'Krapao ID' },
  demo: [
    { name: 'somchai', role: 'chief' },
    { name: 'malee', role: 'cashier' },
  ],
  house: 'Krapao',
  zone: 'Asia/Bangkok',
};

const answers = (pattern, answer) => (page) => page.route(pattern, (route) => route.fulfill(answer));
const json = (body) => ({ contentType: 'application/json', body: JSON.stringify(body) });
/** The chart is in a chunk of its own. */
const settled = (page) => page.locator('figure canvas').waitFor();
const nobody = answers('**/api/me', OUT);
/** Presses the button that a letter presses, too. The letter itself does nothing until the page listens. */
const choose = (page, letter) => page.locator(`[aria-keyshortcuts="${letter}"]`).first().click();
/** Presses a key that has no button, again and again, until the page listens and shows what comes of it. */
const pressUntil = async (page, key, what) => {
  while (!(await page.locator('[role=dialog]').count())) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.locator(what).first().waitFor();
};
/** A passkey is offered first. */
const passwordChosen = async (page) => {
  await page.locator('main button').last().click();
  await page.locator('[name=password]').fill('seven green umbrellas');
  await page.locator('[name=again]').fill('seven green umbrellas');
  await page.locator('[name=again]').press('Enter');
};

const ERASURES = {
  items: [
    {
      id: 'e1',
      action: 'member.erase',
      subject: 'm81',
      member: {
        id: 'm81',
        name: 'Maximilian Alexander von Habsburg-Lothringen',
        phone: '081-xxx-4567',
        state: 'closed',
        flags: [],
      },
      amount: null,
      says: '',
      facts: [],
      reason: '',
      evidence: 'ข้อความในแชตวันที่ 20/11/2026 เวลา 14:05',
      state: 'scheduled',
      fingerprint: 'f',
      proposedBy: 'malee.k',
      proposedAt: '2026-11-20T07:30:00.000Z',
      expiresAt: null,
      approvedBy: 'nok.s',
      effectiveAt: '2026-11-28T02:00:00.000Z',
      endedBy: null,
      endedAt: null,
      outcome: null,
      may: ['stopProposal'],
    },
  ],
  next: null,
  asOf: '2026-11-22T05:00:00.000Z',
  from: 'primary',
};
const RESTING = {
  state: 'waiting',
  takes: false,
  asks: false,
  openCases: 0,
  lists: [],
  covered: false,
  liftedAt: null,
  liftedBy: null,
  seen: 's',
  proposal: null,
};
const RESTORED = {
  since: '2026-11-22T04:10:00.250Z',
  backup: '2026-11-22T00:00:00.000Z',
  from: '2026-11-21T22:00:00.000Z',
  open: true,
  systems: [
    {
      ...RESTING,
      system: 'bank:SCB1',
      state: 'importing',
      takes: true,
      asks: true,
      openCases: 1,
      lists: [
        {
          id: 'l1',
          asked: false,
          failure: '',
          from: '2026-11-21T22:00:00.000Z',
          to: '2026-11-22T02:00:00.000Z',
          done: true,
          rows: 1214,
          known: 1198,
          booked: 15,
          cases: 1,
        },
        {
          id: 'l2',
          asked: true,
          failure: 'deposit: the bank answers 503',
          from: '2026-11-22T03:00:00.000Z',
          to: '2026-11-22T05:00:00.000Z',
          done: false,
          rows: 61,
          known: 12,
          booked: 20,
          cases: 0,
        },
      ],
    },
    {
      ...RESTING,
      system: 'gateway:KBANK',
      takes: true,
      state: 'imported',
      covered: true,
      proposal: 'p1',
      lists: [
        {
          id: 'l3',
          asked: false,
          failure: '',
          from: '2026-11-21T21:00:00.000Z',
          to: '2026-11-22T05:00:00.000Z',
          done: true,
          rows: 88,
          known: 80,
          booked: 8,
          cases: 0,
        },
      ],
    },
    { ...RESTING, system: 'payouts', takes: true },
    { ...RESTING, system: 'provider:joker', takes: true },
    { ...RESTING, system: 'slips', state: 'lifted', liftedAt: '2026-11-22T04:40:00.000Z', liftedBy: 'somchai.p' },
  ],
};
const restored = answers('**/api/quarantine', json(RESTORED));
const IMPORTED = {
  ...RESTORED.systems[0].lists[0],
  system: 'provider:joker',
  by: 'malee.k',
  at: '2026-11-22T04:30:00.000Z',
  open: [
    { kind: 'movement.lost', count: 128, unknown: 3 },
    { kind: 'unanswered', count: 1, unknown: 0 },
  ],
};
const IMPORTED_ROWS = {
  items: ['known', 'booked', 'case', ''].map((outcome, place) => ({
    number: place + 1,
    line: `88012${place}`,
    at: `2026-11-22T01:0${place}:00.000Z`,
    amount: place === 2 ? -1234567.5 : 100 + place,
    reference: `00a1b2c3d4e5f6${place}`,
    outcome,
    case: outcome === 'case' ? 'c1' : null,
  })),
  next: null,
  asOf: '2026-11-22T05:00:00.000Z',
  from: 'primary',
};
const imported = async (page) => {
  await restored(page);
  await answers('**/api/quarantine/import/*', json(IMPORTED))(page);
  await answers('**/api/quarantine/import/*/row*', json(IMPORTED_ROWS))(page);
};

export const SCREENS = [
  { name: 'signin', path: '/signin', before: nobody },
  {
    name: 'signin-demo',
    path: '/signin?error=INACTIVE_USER',
    before: async (page) => {
      await nobody(page);
      await answers('**/api/signin', json(WAYS))(page);
    },
  },
  {
    name: 'signin-code',
    path: '/signin',
    before: nobody,
    act: async (page) => {
      await page.locator('[name=name]').fill('somchai.p');
      await page.locator('[name=password]').fill('a long one');
      await page.locator('[name=password]').press('Enter');
      await page.locator('[autocomplete=one-time-code]').waitFor();
    },
  },
  { name: 'invitation', path: '/invitation#one', before: nobody },
  {
    name: 'invitation-telephone',
    path: '/invitation#one',
    before: nobody,
    act: async (page) => {
      await passwordChosen(page);
      await page.locator('[autocomplete=one-time-code]').waitFor();
    },
  },
  {
    name: 'invitation-codes',
    path: '/invitation#one',
    before: nobody,
    act: async (page) => {
      await passwordChosen(page);
      await page.locator('[autocomplete=one-time-code]').fill('123456');
      await page.locator('[data-print]').waitFor();
    },
  },
  { name: 'invitation-used', path: '/invitation#used', before: nobody },
  { name: 'staff', path: '/staff?name=nok.s' },
  {
    name: 'staff-add',
    path: '/staff',
    act: async (page) => {
      await page.locator('header button').filter({ hasText: /\S/ }).last().click();
      await page.locator('[role=dialog] [name=role]').waitFor();
    },
  },
  { name: 'tokens', path: '/staff/tokens' },
  {
    name: 'tokens-add',
    path: '/staff/tokens',
    act: async (page) => {
      await page.locator('header button').filter({ hasText: /\S/ }).last().click();
      await page.locator('[role=dialog] [name=system]').waitFor();
    },
  },
  { name: 'audit', path: '/audit' },
  { name: 'me', path: '/me' },
  { name: 'shell', path: '/shell#BCDF-GHJK' },
  {
    name: 'shell-waits',
    path: '/shell#BCDF-GHJK',
    act: async (page) => {
      await page.locator('main form button[type=submit]').click();
      await page.locator('main dl').waitFor();
    },
  },
  {
    name: 'me-password',
    path: '/me',
    act: async (page) => {
      await page.locator('main section:nth-of-type(2) button').click();
      await page.locator('[role=dialog] [name=again]').waitFor();
    },
  },
  { name: 'today', path: '/today', act: settled },
  {
    name: 'today-table',
    path: '/today',
    act: async (page) => {
      await settled(page);
      await page.locator('details summary').click();
    },
  },
  {
    name: 'today-failed',
    path: '/today',
    before: answers('**/api/today', { status: 400, ...json({ message: 'TRY_AGAIN' }) }),
  },
  { name: 'today-alarms', path: '/today/alarms' },
  { name: 'offer', path: '/offer' },
  { name: 'offer-section', path: '/offer/withdraw' },
  { name: 'offer-draft', path: '/offer/info/draft?id=draft-info' },
  {
    name: 'offer-changes',
    path: '/offer/bonus',
    act: async (page) => {
      await page.locator('article ol button').first().click();
      // The fixtures keep what was typed in another look.
      await page.locator('article ol input:is([value="1000"], [value="-1"])').first().fill('-1');
      await page.locator('article [role=alert] li').first().waitFor();
    },
  },
  {
    name: 'offer-json',
    path: '/offer/wheel',
    act: async (page) => {
      await page.locator('article [type=radio]').last().check();
      const text = page.locator('article textarea');
      await text.fill((await text.inputValue()).replace('300', '250'));
      await page.locator('article ul[aria-label] li').first().waitFor();
    },
  },
  {
    name: 'offer-list',
    path: '/offer/wheel',
    act: (page) => page.locator('article ol button').first().click(),
  },
  { name: 'offer-campaigns', path: '/offer/campaigns' },
  { name: 'offer-campaign', path: '/offer/campaigns/bonus/WELCOME100' },
  { name: 'offer-campaign-empty', path: '/offer/campaigns/promotion/SONGKRAN' },
  { name: 'offer-wheels', path: '/offer/wheels' },
  { name: 'offer-texts', path: '/offer/texts' },
  { name: 'offer-history', path: '/offer/bonus/history?version=2' },
  {
    name: 'offer-import',
    path: '/offer/import',
    act: async (page) => {
      const document = { info: { name: 'Krapao' }, texts: { notice: { th: 'ก', lo: 'ກ', en: 'a' } } };
      await page.locator('input[type=file]').setInputFiles({
        name: 'december.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(document)),
      });
      await page.locator('article li').first().waitFor();
    },
  },
  { name: 'brakes', path: '/brakes' },
  {
    name: 'brakes-resume',
    path: '/brakes',
    act: async (page) => {
      await page.locator('main li button').first().click();
      await page.locator('[role=dialog] [name=evidence]').waitFor();
    },
  },
  { name: 'restore', path: '/restore', before: restored },
  { name: 'restore-never', path: '/restore' },
  {
    name: 'restore-import',
    path: '/restore',
    before: restored,
    act: async (page) => {
      await page.locator('main li').first().waitFor();
      await choose(page, 'i');
      await page.locator('[role=dialog] [name=evidence]').waitFor();
    },
  },
  { name: 'restore-list', path: '/restore/list/l1', before: imported },
  { name: 'restore-banner', path: '/proposals', before: restored },
  { name: 'person', path: '/person' },
  { name: 'person-asked', path: '/person', before: answers('**/api/proposal?*', json(ERASURES)) },
  {
    name: 'member-export',
    path: '/member/m81',
    act: async (page) => {
      await page.locator('main h1').waitFor();
      await choose(page, 'p');
      await page.locator('[role=dialog] [name=language]').selectOption('th');
      await page.locator('[role=dialog] [name=reason]').fill('ขอสำเนาในแชต');
      await page.locator('[role=dialog] [name=reason]').press('Enter');
      await page.locator('[role=dialog] a[download]').nth(1).waitFor();
    },
  },
  { name: 'setting', path: '/setting' },
  { name: 'notice', path: '/notice' },
  {
    name: 'notice-told',
    path: '/notice?state=dead',
    act: async (page) => {
      await page.locator('main tbody tr[aria-rowindex]').first().click();
      await page.locator('[role=dialog] dl').waitFor();
    },
  },
  {
    name: 'notice-try',
    path: '/notice',
    act: async (page) => {
      await page.locator('main section li button').first().click();
      await page.locator('[role=dialog] [name=reason]').waitFor();
    },
  },
  { name: 'risk', path: '/risk?member=3FZ8N1C6RB5Y' },
  { name: 'risk-group', path: `/risk/payer/${'b2'.repeat(32)}` },
  { name: 'risk-rings', path: '/risk/ring' },
  { name: 'risk-ring', path: '/risk/ring/3FZ8N1C6RB5Y' },
  { name: 'risk-velocity', path: '/risk/velocity' },
  { name: 'risk-month', path: '/risk/month' },
  { name: 'risk-callout', path: '/risk/callout' },
  { name: 'risk-none', path: '/risk?by=address&size=1001' },
  { name: 'money', path: '/money' },
  {
    name: 'money-account',
    path: '/money/account/member%3A7Q2KD0M4XW9T%3Awallet',
    act: async (page) => {
      await page.locator('main section button').first().click();
      await page.locator('main section [role=status] li').first().waitFor();
    },
  },
  { name: 'money-transfers', path: '/money/transfers?member=7Q2KD0M4XW9T' },
  { name: 'money-none', path: '/money/transfers?kind=prize' },
  {
    name: 'money-transfer',
    path: '/money/transfer/kp0000000000007',
    act: (page) => page.locator('main section li svg').first().waitFor(),
  },
  {
    name: 'money-not-proved',
    path: '/money/transfer/kp0000000000000',
    before: (page) =>
      page.route('**/proof', async (route) => {
        const answer = await route.fetch();
        const proof = await answer.json();
        proof.steps[0].seal.hash = proof.steps[0].seal.before;
        await route.fulfill(json(proof));
      }),
    act: (page) => page.locator('main section li svg').first().waitFor(),
  },
  { name: 'money-coverage', path: '/money/coverage' },
  { name: 'money-kept', path: '/money/coverage/l1' },
  { name: 'money-providers', path: '/money/providers' },
  { name: 'money-days', path: '/money/days' },
  { name: 'money-figures', path: '/money/figures?from=2026-11-02&to=2026-11-21', act: settled },
  { name: 'money-finance', path: '/money/finance?day=2026-11-21' },
  { name: 'queue', path: '/queue' },
  { name: 'queue-item', path: '/queue/withdrawal/kp8f3m2q7x1w9ta' },
  { name: 'queue-claimed', path: '/queue/slip/4821' },
  {
    name: 'queue-decide',
    path: '/queue/unmatched/SCB1%2020261122-00417',
    act: async (page) => {
      await page.locator('footer button').nth(1).click();
      await page.locator('footer [name=evidence]').waitFor();
    },
  },
  { name: 'queue-gone', path: '/queue/case/9' },
  { name: 'queue-empty', path: '/queue?show=mine' },
  { name: 'past', path: '/past/withdrawal' },
  { name: 'past-arrivals', path: '/past/arrival' },
  { name: 'past-cases', path: '/past/case' },
  { name: 'past-item', path: '/past/withdrawal/withdrawal/kp8f3m2q7x1w9ta?state=review' },
  { name: 'past-none', path: '/past/withdrawal?state=returned' },
  { name: 'member-search', path: '/member' },
  { name: 'member-found', path: '/member?q=ใจดี' },
  { name: 'member-all', path: '/member/all' },
  { name: 'member-nobody', path: '/member?q=0900000001' },
  { name: 'member', path: '/member/m81' },
  { name: 'member-notes', path: '/member/m81/notes' },
  { name: 'member-chats', path: '/member/m81/chats' },
  { name: 'member-statement', path: '/member/m81/statement' },
  { name: 'member-money', path: '/member/m81/money' },
  { name: 'member-slips', path: '/member/m81/slips' },
  { name: 'member-games', path: '/member/m81/games' },
  { name: 'member-offers', path: '/member/m81/offers' },
  { name: 'member-login', path: '/member/m81/login' },
  { name: 'member-links', path: '/member/m81/links' },
  { name: 'member-audit', path: '/member/m81/audit' },
  { name: 'member-closed', path: '/member/m77' },
  { name: 'member-gone', path: '/member/nobody' },
  {
    name: 'member-failed',
    path: '/member/m81',
    before: answers('**/api/member/m81', { status: 403, ...json({ message: 'OPERATOR_WAITS' }) }),
  },
  {
    name: 'member-ask',
    path: '/member/m81',
    act: async (page) => {
      await page.locator('main fieldset button').nth(4).click();
      await page.locator('[role=dialog] textarea').waitFor();
    },
  },
  { name: 'chat', path: '/chat' },
  { name: 'chat-unread', path: '/chat?show=unread' },
  { name: 'chat-one', path: '/chat/C1', act: (page) => page.locator('[role=log]').waitFor() },
  { name: 'chat-answers', path: '/chat/canned' },
  { name: 'chat-tally', path: '/chat/tally' },
  { name: 'chat-locked', path: '/chat/C3?show=others', act: (page) => page.locator('[role=log]').waitFor() },
  {
    name: 'chat-canned',
    path: '/chat/C2',
    act: async (page) => {
      await page.locator('textarea[enterkeyhint=send]').fill('/');
      await page.locator('form section button').first().waitFor();
    },
  },
  {
    name: 'chat-failed',
    path: '/chat/C1',
    before: (page) => page.route('**/api/chat/*/reply', (route) => route.abort()),
    act: async (page) => {
      await page.locator('textarea[enterkeyhint=send]').fill('กำลังตรวจสอบให้ กรุณารอสักครู่');
      await page.locator('textarea[enterkeyhint=send]').press('Enter');
      await page.locator('[role=alert]').waitFor();
    },
  },
  {
    name: 'chat-end',
    path: '/chat/C1',
    act: async (page) => {
      await page.locator('[role=log]').waitFor();
      await choose(page, 'e');
      await page.locator('[role=dialog] [name=reason]').waitFor();
    },
  },
  {
    name: 'chat-empty',
    path: '/chat?show=ended',
    before: answers(
      '**/api/chat?*',
      json({ items: [], next: null, asOf: '2026-11-27T05:00:00.000Z', from: 'primary' }),
    ),
  },
  { name: 'proposals', path: '/proposals' },
  { name: 'proposals-empty', path: '/proposals?show=scheduled' },
  {
    name: 'proposals-failed',
    path: '/proposals?show=done',
    before: answers('**/api/proposal?*', {
      status: 400,
      ...json({ message: 'RANGE_TOO_LARGE', params: { days: 31 } }),
    }),
  },
  { name: 'proposals-ended', path: '/proposals?show=ended' },
  { name: 'proposal', path: '/proposals/p3' },
  { name: 'proposal-rejected', path: '/proposals/p21?show=ended' },
  { name: 'proposal-own', path: '/proposals/p6?show=own' },
  {
    name: 'proposal-changed',
    path: '/proposals/p1',
    before: (page) =>
      page.route('**/api/proposal/p1', async (route) => {
        const answer = await route.fetch();
        const proposal = await answer.json();
        const now = [proposal.facts[0], { name: 'wallet', before: '฿90,000.00', after: '฿0.00' }];
        await route.fulfill(json({ ...proposal, now, changed: true, may: ['rejectProposal'] }));
      }),
  },
  { name: 'decide', path: '/proposals/p4', act: (page) => page.locator('footer button').first().click() },
  {
    name: 'confirm',
    path: '/proposals/p4',
    act: async (page) => {
      await page.locator('footer button').first().click();
      await page.locator('footer textarea').fill('ตรวจกับเคส 5582 แล้ว');
      await page.locator('footer textarea').press('Enter');
      await page.locator('[role=dialog] [autocomplete=one-time-code]').waitFor();
    },
  },
  {
    name: 'palette',
    path: '/proposals',
    act: async (page) => {
      await page.locator('h1').waitFor();
      await pressUntil(page, 'Control+k', '[role=dialog] [role=option]');
    },
  },
  {
    name: 'keys',
    path: '/proposals',
    act: async (page) => {
      await page.locator('h1').waitFor();
      await pressUntil(page, '?', '[role=dialog] dl');
    },
  },
  {
    name: 'menu',
    path: '/proposals',
    phone: true,
    act: async (page) => {
      await page.locator('header button').first().click();
      await page.locator('[role=dialog] nav').waitFor();
    },
  },
  { name: 'missing', path: '/nowhere' },
];

export const LOCALES = ['th', 'lo', 'en'];
export const THEMES = ['dark', 'light'];
export const WIDTHS = [
  {
    name: 'phone',
    device: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true },
  },
  { name: 'desktop', device: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 } },
];
