import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFakeChat } from '@/testing/chat-handlers';
import { pass, stopClock } from '@/testing/clock';
import { gate } from '@/testing/gate';
import { onGet } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';
import { forgetTalk } from './use-talk';

const off = onGet('/api/lookup/enableChatWidget', () => false);

beforeEach(() => {
  localStorage.setItem('remember-agreement', 'true');
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  forgetTalk();
  vi.restoreAllMocks();
});

async function open(
  fakeChat: ReturnType<typeof makeFakeChat>,
  { member = false, handlers = [] as Parameters<typeof renderApp>[0]['handlers'] } = {},
) {
  const app = await renderApp({
    path: `${member ? '/user/contact' : '/contact'}?sheet=chat`,
    member,
    handlers: [...(handlers ?? []), ...fakeChat.handlers],
  });
  const chat = within(await screen.findByRole('dialog', { name: 'Chat with us' }));
  const write = async (text: string) => {
    await app.user.click(chat.getByRole('textbox'));
    await app.user.paste(text);
  };
  return { ...app, chat, write };
}
const rows = () => [...document.querySelectorAll('[data-row]')].map((row) => row.textContent);

describe('whose conversation', () => {
  test('a guest keeps its id; a member has the id of the account', async () => {
    const asked: unknown[] = [];
    const spy = http.post('*/api/chat/history', async ({ request }) => {
      asked.push(await request.clone().json());
      return HttpResponse.json([]);
    });
    const guest = await open(makeFakeChat(), { handlers: [spy] });
    await guest.chat.findByText('Hello! How can we help?');
    const id = localStorage.getItem('guest-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(asked[0]).toEqual({ userId: null, guestId: id, limit: 10, skip: 0 });
    guest.unmount();
    asked.length = 0;
    const member = await open(makeFakeChat(), { member: true, handlers: [spy] });
    await member.chat.findByText('Hello! How can we help?');
    expect(asked[0]).toEqual({ userId: '7K3M9Q2T4V6X', guestId: null, limit: 10, skip: 0 });
    expect(localStorage.getItem('guest-id')).toBe(id);
  });

  test('the panel says when the chat is switched off', async () => {
    await renderApp({ path: '/contact?sheet=chat', handlers: [off] });
    const chat = await screen.findByRole('dialog', { name: 'Chat with us' });
    await within(chat).findByText('The chat is closed right now');
    expect(within(chat).queryByRole('textbox')).toBeNull();
  });
});

describe('the launcher', () => {
  test.each(['/contact', '/user/contact'])('opens and closes the chat on %s', async (path) => {
    const app = await renderApp({ path, member: path.startsWith('/user'), handlers: makeFakeChat().handlers });
    const launcher = await screen.findByRole('button', { name: 'Chat' });
    expect(launcher).toHaveAttribute('aria-expanded', 'false');
    await app.user.click(launcher);
    await screen.findByRole('dialog', { name: 'Chat with us' });
    expect(app.at()).toBe(`${path}?sheet=chat`);
    // On phones the chat covers the page, and its launcher too.
    fireEvent.click(screen.getByText('Close the chat'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.at()).toBe(path);
  });

  test('counts messages that come while the chat is closed, and none once they are read', async () => {
    stopClock();
    const fakeChat = makeFakeChat();
    const { chat, user } = await open(fakeChat);
    await chat.findByText('Cannot start chatting');
    await chat.findByText('Hello! How can we help?');
    fireEvent.click(screen.getByText('Close the chat'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Chat' })).toBeInTheDocument();
    fakeChat.says('an answer');
    await pass(5000);
    await user.click(await screen.findByRole('button', { name: /New messages: 1/ }));
    await screen.findByText('an answer');
    await pass(1000);
    await waitFor(() => expect(fakeChat.reads).not.toEqual([]));
    fireEvent.click(screen.getByText('Close the chat'));
    await screen.findByRole('button', { name: 'Chat' });
  });

  test('is not there where the chat is off', async () => {
    await renderApp({ path: '/contact', handlers: [off] });
    await screen.findByText('Version 1.1.14');
    expect(screen.queryByRole('button', { name: 'Chat' })).toBeNull();
  });
});

describe('writing', () => {
  test('Enter sends at once; blank texts and modified Enters do not', async () => {
    const fakeChat = makeFakeChat();
    const answer = gate();
    const held = http.post('*/api/chat/send-message', () => answer.passed.then(() => undefined));
    const { chat, user, write } = await open(fakeChat, { handlers: [held] });
    await chat.findByText('Hello! How can we help?');
    expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled();
    await write('   ');
    await user.keyboard('{Enter}');
    await user.clear(chat.getByRole('textbox'));
    await write('ฝากไม่เข้า 😢');
    await user.keyboard('{Shift>}{Enter}{/Shift}ช่วยด้วย');
    expect(rows()).toEqual([]);
    await user.keyboard('{Enter}');
    expect(await chat.findByText('Sending')).toBeInTheDocument();
    expect(chat.getByRole('textbox')).toHaveValue('');
    answer.open();
    await chat.findByText('Sent');
    expect(fakeChat.stored.map(({ message }) => message)).toEqual([
      { message_type: 'text', payload: 'ฝากไม่เข้า 😢\nช่วยด้วย' },
    ]);
    expect(fakeChat.stored[0]).toMatchObject({ sender: 'customer', userId: null });
  });

  test('counts from 1,800 characters and refuses more than 2,000', async () => {
    const { chat, user, write } = await open(makeFakeChat());
    await chat.findByText('Hello! How can we help?');
    await write('ก'.repeat(1799));
    expect(chat.queryByText(/characters/)).toBeNull();
    await user.keyboard('ก');
    await chat.findByText('1,800 of 2,000 characters');
    await write('ก'.repeat(201));
    await chat.findByText('Too long for one message (2,001 of 2,000 characters)');
    expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled();
  });

  test('a refusal shows its text; the message can be sent again or removed', async () => {
    const fakeChat = makeFakeChat();
    let refused = 0;
    const limit = http.post('*/api/chat/send-message', () => {
      refused += 1;
      if (refused > 2) return undefined;
      return HttpResponse.json({ message: 'REQUEST_LIMIT', params: { seconds: 12 } }, { status: 429 });
    });
    const { chat, user, write } = await open(fakeChat, { handlers: [limit] });
    await chat.findByText('Hello! How can we help?');
    await write('one');
    await user.keyboard('{Enter}');
    await chat.findByText('Not sent');
    expect(chat.getByText('Too many requests. Please try again in 12 seconds.')).toBeInTheDocument();
    await write('two');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(chat.getAllByText('Not sent')).toHaveLength(2));
    await user.click(chat.getAllByRole('button', { name: 'Remove' })[0] as HTMLElement);
    expect(chat.queryByText('one')).toBeNull();
    await user.click(chat.getByRole('button', { name: 'Resend' }));
    await chat.findByText('Sent');
    expect(fakeChat.stored.map(({ message }) => message.payload)).toEqual(['two']);
  });

  test('an unfinished text survives closing', async () => {
    const fakeChat = makeFakeChat();
    const first = await open(fakeChat);
    await first.chat.findByText('Hello! How can we help?');
    await first.write('unfinished');
    first.unmount();
    const second = await open(fakeChat);
    expect(await second.chat.findByRole('textbox')).toHaveValue('unfinished');
  });
});

describe('files', () => {
  const file = (name: string, type: string, size = 10) => {
    const made = new File(['x'], name, { type });
    Object.defineProperty(made, 'size', { value: size });
    return made;
  };
  const pick = (chat: ReturnType<typeof within>, ...files: File[]) =>
    fireEvent.change(chat.getByLabelText('Attach a picture or video'), { target: { files } });

  test('a picture and a video are uploaded as their kind, then sent', async () => {
    const fakeChat = makeFakeChat();
    const { chat } = await open(fakeChat);
    await chat.findByText('Hello! How can we help?');
    pick(chat, file('slip.png', 'image/png'), file('bug.mov', 'video/quicktime'));
    await waitFor(() => expect(chat.getAllByText('Sent')).toHaveLength(2));
    const owner = localStorage.getItem('guest-id');
    expect(fakeChat.uploads.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'image', owner },
      { kind: 'video', owner },
    ]);
    expect(
      fakeChat.stored.map(({ message }) => message).find(({ payload }) => JSON.stringify(payload).includes('slip')),
    ).toEqual({
      message_type: 'media',
      payload: { message: '', url: false, fileType: 'image', filePath: '/icon-512.png', name: 'slip.png' },
    });
  });

  test.each([
    ['slip', 'image/png', 10, 'File is not supported'],
    ['a.pdf', 'application/pdf', 10, 'File is not supported'],
    ['a.png', 'image/png', 10 * 1024 * 1024 + 1, 'The file is too large. Please select file no larger than 10 MB.'],
    ['a.mp4', 'video/mp4', 20 * 1024 * 1024 + 1, 'The file is too large. Please select file no larger than 20 MB.'],
  ])('%s (%s, %i bytes) is refused before it leaves', async (name, type, size, words) => {
    const fakeChat = makeFakeChat();
    const { chat } = await open(fakeChat);
    await chat.findByText('Hello! How can we help?');
    pick(chat, file(name, type, size));
    await screen.findByText(words);
    expect(rows()).toEqual([]);
    expect(fakeChat.uploads).toEqual([]);
  });

  test('the server’s refusal is shown under the picture', async () => {
    const refuse = http.post('*/api/chat/upload-image', () =>
      HttpResponse.json({ message: 'FILE_NOT_SUPPORTED' }, { status: 415 }),
    );
    const { chat, user } = await open(makeFakeChat(), { handlers: [refuse] });
    await chat.findByText('Hello! How can we help?');
    pick(chat, file('fake.png', 'image/png'));
    await chat.findByText('Not sent');
    expect(chat.getByText('File is not supported')).toBeInTheDocument();
    await user.click(chat.getByRole('button', { name: 'Remove' }));
    expect(rows()).toEqual([]);
  });
});

describe('the conversation', () => {
  const button = (type: 'web' | 'call' | 'postback' | 'text', title: string, payload: string) => ({
    type,
    title,
    payload,
  });

  test('older pages load on request, and the end of a session is marked', async () => {
    const fakeChat = makeFakeChat();
    for (let i = 0; i < 13; i++) fakeChat.says(`message ${i}`);
    fakeChat.stored.slice(0, 6).forEach((message) => {
      message.session_id = 'before';
    });
    const { chat, user } = await open(fakeChat);
    await chat.findByText('message 12');
    await waitFor(() => expect(chat.getByText('message 3')).toBeInTheDocument());
    await user.click(chat.getByRole('button', { name: 'Earlier messages' }));
    await chat.findByText('message 0');
    expect(chat.queryByRole('button', { name: 'Earlier messages' })).toBeNull();
    const all = rows().join('|');
    expect(all.indexOf('End Conversation')).toBeGreaterThan(all.indexOf('message 5'));
    expect(all.indexOf('End Conversation')).toBeLessThan(all.indexOf('message 6'));
    expect(chat.getAllByText('End Conversation')).toHaveLength(1);
  });

  test('quick replies are sent in the member’s name and then disappear', async () => {
    const replies = [button('text', 'Withdraw', 'withdraw'), button('postback', 'A person', 'HANDOVER')];
    const fakeChat = makeFakeChat([
      { message: { message_type: 'quick_replies', payload: { text: 'Which?', replies } } },
    ]);
    const { chat, user } = await open(fakeChat);
    await user.click(await chat.findByRole('button', { name: 'A person' }));
    expect(chat.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    await chat.findByText('Sent');
    expect(fakeChat.stored.at(-1)?.message).toEqual({
      message_type: 'postback',
      payload: { title: 'A person', payload: 'HANDOVER' },
    });
    expect(chat.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  test('buttons and cards open only safe links; an unknown kind has a friendly text', async () => {
    const buttons = [
      button('web', 'Site', 'https://krapao.example/a'),
      button('web', 'Trap', 'javascript:alert(1)'),
      button('call', 'Ring', '021234567'),
    ];
    const fakeChat = makeFakeChat([
      { message: { message_type: 'buttons', payload: { text: 'Choose', buttons } } },
      {
        message: {
          message_type: 'generic',
          payload: {
            cards: [{ image_url: '', title: 'Card', subtitle: 'small', buttons: [button('text', 'Take it', 'take')] }],
          },
        },
      },
      { message: { message_type: 'hologram', payload: {} } as never },
    ]);
    const { chat } = await open(fakeChat);
    const link = await chat.findByRole('link', { name: 'Site' });
    expect(link).toHaveAttribute('href', 'https://krapao.example/a');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(chat.getByRole('link', { name: 'Ring' })).toHaveAttribute('href', 'tel:021234567');
    expect(chat.queryByText('Trap')).toBeNull();
    expect(chat.getByText('Card')).toBeInTheDocument();
    expect(chat.getByRole('button', { name: 'Take it' })).toBeInTheDocument();
    expect(chat.getByText(/^This message can’t be shown here/)).toBeInTheDocument();
  });

  test('a picture opens enlarged; Escape closes it and then the panel', async () => {
    const payload = { message: '', url: false, fileType: 'image', filePath: '/media/abc', name: 'slip.png' };
    const fakeChat = makeFakeChat([{ sender: 'customer', message: { message_type: 'media', payload } as never }]);
    const { chat, user, at } = await open(fakeChat);
    await user.click(await chat.findByRole('button', { name: 'Look at the picture' }));
    expect(await chat.findByRole('region', { name: 'slip.png' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(chat.queryByRole('region', { name: 'slip.png' })).toBeNull());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(at()).toBe('/contact');
  });

  test('without a socket it says so, polls every five seconds, announces new messages, and marks them as read', async () => {
    stopClock();
    const fakeChat = makeFakeChat();
    const { chat } = await open(fakeChat);
    await chat.findByText('Cannot start chatting');
    await chat.findByText('Hello! How can we help?');
    fakeChat.says('a late answer');
    await pass(4999);
    expect(chat.queryByText('a late answer')).toBeNull();
    await pass(1);
    expect(await chat.findByText('a late answer')).toBeInTheDocument();
    expect(chat.getByText('Our team: a late answer')).toHaveAttribute('aria-live', 'polite');
    await pass(1000);
    // A read mark of the test before may still arrive: a timer sends it a second later.
    await waitFor(() =>
      expect(fakeChat.reads).toContainEqual({ userId: null, guestId: localStorage.getItem('guest-id') }),
    );
  });

  test('a history that fails to load can be requested again', async () => {
    let fails = true;
    const flaky = http.post('*/api/chat/history', () =>
      fails ? HttpResponse.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 }) : undefined,
    );
    const fakeChat = makeFakeChat();
    fakeChat.says('there it is');
    const { chat, user } = await open(fakeChat, { handlers: [flaky] });
    const again = await chat.findByRole('button', { name: 'Try again' });
    fails = false;
    await user.click(again);
    await chat.findByText('there it is');
  });

  test('an expired session leads to login', async () => {
    const ended = http.post('*/api/chat/history', () =>
      HttpResponse.json({ message: 'invalid-token' }, { status: 401 }),
    );
    const app = await renderApp({
      path: '/user/contact?sheet=chat',
      member: true,
      handlers: [ended, ...makeFakeChat().handlers],
    });
    await waitFor(() => expect(app.at()).toBe('/login'));
  });
});
