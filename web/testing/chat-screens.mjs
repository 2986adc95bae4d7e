import { answerWith, dialog } from './deposit-screens.mjs';

/** An open connection: the part of Socket.IO that is needed to join a room. */
const line = (page) =>
  page.routeWebSocket('**/socket.io/**', (socket) => {
    socket.send('0{"sid":"a","upgrades":[],"pingInterval":60000,"pingTimeout":60000}');
    socket.onMessage((said) => {
      const join = /^42(\d+)\["join"/.exec(String(said));
      if (String(said).startsWith('40')) socket.send('40{"sid":"b"}');
      if (join) socket.send(`43${join[1]}[{"ok":true}]`);
    });
  });

/** The chat at an address, once the element of `ready` is there. */
const chat = (name, ready, more = {}) => ({
  name,
  path: '/contact?sheet=chat',
  ...more,
  async before(page) {
    await line(page);
    await more.before?.(page);
  },
  async act(page) {
    await dialog(page);
    await ready(page);
    await more.after?.(page);
  },
});
const messages = (page) => page.locator('[data-row=message]').last().waitFor();
const scroll = (page, top) => page.locator('[role=log]').evaluate((box, to) => box.scrollTo({ top: to }), top);

export const CHAT_SCREENS = [
  chat('chat', messages),
  chat('chat-member', messages, { path: '/user/contact?sheet=chat', member: true }),
  chat('chat-cards', messages, { after: (page) => scroll(page, -560) }),
  chat('chat-top', messages, { after: (page) => scroll(page, -5000) }),
  chat('chat-empty', (page) => page.getByRole('dialog').locator('svg path[opacity]').waitFor(), {
    before: (page) => answerWith(page, '**/api/chat/history', []),
  }),
  chat('chat-writing', messages, {
    after: (page) => page.locator('textarea').fill('ข้อความยาวมาก '.repeat(143)),
  }),
  chat('chat-failed', messages, {
    hangs: '/api/chat/upload-image',
    before: async (page) => {
      const refusal = { message: 'REQUEST_LIMIT', params: { seconds: 30 } };
      await page.route('**/api/chat/send-message', (route) => route.fulfill({ status: 429, json: refusal }));
      await page.route('**/api/chat/upload-image', () => undefined);
    },
    async after(page) {
      await page.locator('textarea').fill('ฝากแล้วเงินยังไม่เข้า ช่วยดูให้หน่อยค่ะ 🙏');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      const file = { name: 'slip.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.locator('[data-row=out]').nth(1).waitFor();
    },
  }),
  chat('chat-picture', messages, {
    async after(page) {
      await scroll(page, -420);
      await page.locator('[data-row=message] button img').click();
    },
  }),
  { name: 'chat-refused', path: '/contact?sheet=chat', act: (page) => page.getByRole('alert').waitFor() },
  {
    name: 'chat-off',
    path: '/contact?sheet=chat',
    before: (page) => answerWith(page, '**/api/lookup/enableChatWidget', false),
    act: dialog,
  },
];
