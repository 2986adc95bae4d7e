import { HttpResponse, http } from 'msw';
import type { Conversation } from '@/shared/api/wire';
import { makeMessage } from './chat-factories';
import { onGet, onPost, onPut } from './handlers';

const button = (type: string, title: string, payload: string) => ({ type, title, payload });

const said = (message_type: string, payload: unknown, over: Partial<Conversation> = {}) => ({
  message: { message_type, payload } as Conversation['message'],
  ...over,
});
const own = { sender: 'customer' } as const;

/** One message of every kind, over two days and two sessions, oldest first. */
const EVERYTHING: Partial<Conversation>[] = [
  said('text', 'สอบถามเรื่องฝากเงินครับ', own),
  said('text', 'สวัสดีค่ะ ฝากขั้นต่ำ 1 บาท ดูวิธีได้ที่ https://krapao.example/howto ค่ะ 😊'),
  said('text', 'ขอบคุณครับ', { ...own, session_id: 'two' }),
  said('generic', {
    cards: [
      {
        image_url: '',
        title: 'โบนัสฝากครั้งแรก',
        subtitle: 'รับเพิ่ม 20% สูงสุด 500 บาท',
        buttons: [button('postback', 'ดูเงื่อนไข', 'FIRST_DEPOSIT')],
      },
      { image_url: '', title: 'คืนยอดเสียรายสัปดาห์', subtitle: 'ทุกวันจันทร์', buttons: [] },
    ],
  }),
  said('media', { message: '', url: false, fileType: 'image', filePath: '/icon-512.png', name: 'slip.png' }, own),
  said('hologram', { depth: 3 }),
  said('buttons', {
    text: 'ต้องการทำอะไรต่อคะ',
    buttons: [
      button('web', 'เปิดเว็บไซต์', 'https://krapao.example'),
      button('call', 'โทรหาเรา', '021234567'),
      button('postback', 'ฝากเงิน', 'DEPOSIT'),
    ],
  }),
  said('postback', { title: 'ฝากเงิน', payload: 'DEPOSIT' }, own),
  said('quick_replies', {
    text: 'เลือกหัวข้อที่ต้องการได้เลยค่ะ',
    replies: [
      button('text', 'ฝากไม่เข้า', 'ฝากไม่เข้า'),
      button('text', 'ถอนเงิน', 'ถอนเงิน'),
      button('postback', 'คุยกับเจ้าหน้าที่', 'HANDOVER'),
    ],
  }),
];

/** A fake chat server with one conversation: `says` sends a message of the house, `stored` is the history. */
export function makeFakeChat(begin: Partial<Conversation>[] = []) {
  const stored: Conversation[] = [];
  const reads: unknown[] = [];
  const uploads: { kind: string; owner: string }[] = [];
  const store = (over: Partial<Conversation>): Conversation => {
    const n = stored.length;
    const createdAt = new Date(Date.UTC(2026, 10, 19, 12) + n * 7 * 3_600_000).toISOString();
    const message = makeMessage({ _id: `m${n}`, createdAt, ...over });
    stored.push(message);
    return message;
  };
  for (const over of begin) store(over);

  const handlers = [
    onGet('/api/chat/config', () => ({ PREFIX: 'krapao' })),
    onPost('/api/chat/history', ({ body: { limit, skip } }) => stored.toReversed().slice(skip, skip + limit)),
    onPut('/api/chat/read-customer/', ({ body }) => {
      reads.push(body);
      return { message: 'SUCCESS' };
    }),
    onPost('/api/chat/send-message', ({ body: { clientId = '', message } }) => {
      const known = stored.find((one) => one.clientId === clientId);
      const { _id, createdAt, session_id } = known ?? store({ sender: 'customer', clientId, message });
      return { _id, createdAt, session_id };
    }),
    http.post('*/api/chat/upload-:kind', async ({ request, params }) => {
      const form = await request.clone().formData();
      uploads.push({ kind: String(params.kind), owner: String(form.get('userId') ?? form.get('guestId')) });
      return HttpResponse.json({ path: '/icon-512.png' });
    }),
  ];
  const says = (text: string) => store({ message: { message_type: 'text', payload: text } });
  return { handlers, stored, reads, uploads, says };
}

/** A chat without faults, with every kind of message in it. */
export const chatHandlers = makeFakeChat(EVERYTHING).handlers;
