import { HttpResponse, http } from 'msw';
import type { Canned, ChatLine, ChatTallies, Conversation, ConversationNote, Talk } from '@/console/api/contract';
import { ago, ahead, OPERATOR } from './fixtures';
import { on, refuse } from './server';

const MEMBER = {
  id: 'm81',
  name: 'สมหญิง ใจดี',
  phone: '081-xxx-4567',
  state: 'active' as const,
  flags: [],
};

export const makeConversation = (changes: Partial<Conversation> = {}): Conversation => ({
  id: 'C1',
  member: MEMBER,
  language: 'th',
  state: 'waiting',
  open: true,
  messages: 3,
  readByCustomer: 2,
  readByHouse: 1,
  unread: 2,
  waitingSince: ago(4),
  due: ago(1),
  lastAt: ago(4),
  operator: null,
  claim: null,
  last: { sender: 'customer', operator: null, type: 'text', text: 'ฝากเงินไปแล้วค่ะ ยังไม่เข้าเลย' },
  ...changes,
});

export const makeConversations = (): Conversation[] => [
  makeConversation(),
  makeConversation({
    id: 'C2',
    member: null,
    language: 'lo',
    state: 'person',
    waitingSince: ago(1),
    due: ahead(2),
    lastAt: ago(1),
    operator: OPERATOR.name,
    claim: { by: OPERATOR.name, until: ahead(9) },
    unread: 1,
    last: { sender: 'customer', operator: null, type: 'media', text: '' },
  }),
  makeConversation({
    id: 'C3',
    member: { ...MEMBER, id: 'm77', name: 'Maximilian Alexander von Habsburg-Lothringen Wongsakorn' },
    language: 'en',
    state: 'person',
    waitingSince: null,
    due: null,
    lastAt: ago(17),
    operator: 'malee.k',
    claim: { by: 'malee.k', until: ahead(3) },
    unread: 0,
    last: { sender: 'other', operator: 'malee.k', type: 'text', text: 'Your withdrawal is with the bank.' },
  }),
  makeConversation({
    id: 'C4',
    state: 'rules',
    open: false,
    waitingSince: null,
    due: null,
    lastAt: ago(600),
    unread: 0,
    last: { sender: 'other', operator: null, type: 'text', text: 'จบการสนทนาแล้ว ขอบคุณค่ะ' },
  }),
];

export const makeLine = (number: number, changes: Partial<ChatLine> = {}): ChatLine => ({
  _id: `l${number}`,
  number,
  sender: 'customer',
  operator: null,
  message: { message_type: 'text', payload: 'ฝากเงินไปแล้วค่ะ ยังไม่เข้าเลย' },
  session_id: 's1',
  createdAt: ago(10 - number),
  username: '',
  name: MEMBER.name,
  ...changes,
});

const makeLines = (): ChatLine[] => [
  makeLine(1, { message: { message_type: 'text', payload: 'สวัสดีค่ะ' } }),
  makeLine(2, {
    sender: 'other',
    message: {
      message_type: 'quick_replies',
      payload: {
        text: 'สวัสดี มีอะไรให้เราช่วยไหม',
        replies: [
          { type: 'postback', title: 'ฝากเงิน', payload: 'deposit' },
          { type: 'postback', title: 'ติดต่อเจ้าหน้าที่', payload: 'person' },
        ],
      },
    },
  }),
  makeLine(3),
];

const CANNED: Canned[] = [
  {
    code: 'checking',
    title: 'กำลังตรวจสอบ',
    keys: 'check',
    text: {
      th: 'คุณ {name} กำลังตรวจสอบให้',
      lo: 'ກຳລັງກວດສອບໃຫ້ {name}',
      en: 'We are looking into it, {name}.',
    },
    changedAt: ago(9000),
    changedBy: 'malee.k',
  },
  {
    code: 'slip',
    title: 'ขอสลิป',
    keys: 'slip',
    text: { th: 'กรุณาส่งสลิปของรายการ {reference}', lo: 'ກະລຸນາສົ່ງສະລິບ', en: 'Please send the slip of {reference}.' },
    changedAt: ago(9000),
    changedBy: 'malee.k',
  },
];

const TALLY: ChatTallies = {
  operators: [
    { operator: 'malee.k', answers: 41, waited: 74, longest: 412, replies: 96, ended: 30, lasted: 508 },
    { operator: 'somchai.p', answers: 12, waited: 131, longest: 900, replies: 25, ended: 9, lasted: 640 },
  ],
  hours: [9, 10, 20, 21].map((hour) => ({
    hour,
    answers: hour,
    waited: 60 + hour,
    longest: 300 + hour,
    replies: 2 * hour,
    ended: hour === 9 ? 0 : 5,
    lasted: hour === 9 ? 0 : 500,
  })),
};

/** The chats of a house: it remembers who has which, and what was said. */
export function chatHandlers(all = makeConversations()) {
  const notes: ConversationNote[] = [{ id: 'n0', by: 'malee.k', text: 'โทรหาแล้ว รอสลิปใบใหม่', at: ago(50) }];
  const lines = new Map(all.map(({ id }) => [id, makeLines()]));
  const whose = ({ claim, operator }: Conversation) => claim?.by ?? operator;
  const find = (id: unknown) => {
    const found = all.find((one) => one.id === id);
    if (!found) throw refuse(404, 'NO_DATA');
    return found;
  };
  const held = (one: Conversation) => {
    if (one.claim && one.claim.by !== OPERATOR.name) throw refuse(409, 'CLAIMED', { ...one.claim });
  };
  const shown: Record<string, (one: Conversation) => boolean> = {
    waiting: ({ waitingSince }) => waitingSince !== null,
    mine: (one) => one.open && whose(one) === OPERATOR.name,
    others: (one) => one.open && whose(one) !== null && whose(one) !== OPERATOR.name,
    ended: ({ open }) => !open,
  };
  const done = { done: true, says: 'done' };
  return [
    on('get', '/api/chat/tally', () => TALLY), // before what is about one conversation
    on('get', '/api/chat', ({ query }) => ({
      items: all
        .filter(shown[query.get('show') ?? ''] ?? (() => true))
        .filter(({ unread }) => !query.has('unread') || unread > 0)
        .filter(({ member }) => !query.has('member') || member?.id === query.get('member')),
      next: null,
      asOf: new Date().toISOString(),
      from: 'primary' as const,
    })),
    on('get', '/api/chat/{id}', ({ params }): Talk => {
      const conversation = find(params.id);
      const other = conversation.claim && conversation.claim.by !== OPERATOR.name;
      const may = ['readChat', 'assignChat', ...(other ? [] : ['replyChat', 'endChat', 'releaseChat'])];
      return { conversation, messages: (lines.get(conversation.id) ?? []).toReversed(), next: null, may };
    }),
    on('post', '/api/chat/{id}/typing', () => ({ done: true, says: 'told' })),
    on('post', '/api/chat/{id}/read', ({ params, body }) => {
      const one = find(params.id);
      one.readByHouse = body.number;
      one.unread = 0;
      return done;
    }),
    on('post', '/api/chat/{id}/reply', ({ params, body }): ChatLine => {
      const one = find(params.id);
      held(one);
      const said = lines.get(one.id) ?? [];
      const known = said.find(({ clientId }) => clientId === body.clientId);
      if (known) return known;
      const line = makeLine(said.length + 1, {
        sender: 'other',
        operator: OPERATOR.name,
        clientId: body.clientId,
        message: body.message,
        createdAt: ago(0),
      });
      said.push(line);
      Object.assign(one, {
        state: 'person',
        waitingSince: null,
        due: null,
        operator: OPERATOR.name,
        claim: { by: OPERATOR.name, until: ahead(10) },
        messages: said.length,
      });
      return line;
    }),
    on('post', '/api/chat/{id}/assign', ({ params, body }) => {
      const one = find(params.id);
      if (!body.take) held(one);
      one.operator = body.to || null;
      one.claim = body.to ? { by: body.to, until: ahead(10) } : null;
      return done;
    }),
    on('post', '/api/chat/{id}/end', ({ params }) => {
      Object.assign(find(params.id), { open: false, claim: null, operator: null, waitingSince: null, due: null });
      return done;
    }),
    on('post', '/api/chat/{id}/release', ({ params }) => {
      Object.assign(find(params.id), { state: 'rules', claim: null, operator: null, waitingSince: null, due: null });
      return done;
    }),
    // A form is no JSON.
    http.post('*/api/chat/:id/upload-image', () => HttpResponse.json({ path: '/media/picture1' })),
    on('get', '/api/canned', () => CANNED),
    on('get', '/api/chat/{id}/note', ({ params }) => ({ items: params.id === 'C1' ? notes : [] })),
    on('post', '/api/chat/{id}/note', ({ body }) => {
      const note = { id: `n${notes.length + 1}`, by: OPERATOR.name, text: body.text, at: ago(0) };
      notes.unshift(note);
      return note;
    }),
  ];
}
