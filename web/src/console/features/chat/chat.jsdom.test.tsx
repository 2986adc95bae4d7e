import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ChatLine } from '@/console/api/contract';
import { heardMessage, heardTyping } from '@/console/live/typing';
import { makeConversation, makeLine } from '@/console/testing/chat-fixtures';
import { OPERATOR } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';

const log = () => screen.findByRole('log', { name: 'Messages' });
const field = () => screen.findByRole('textbox', { name: 'Write an answer' });

test('the desk: who waits is first, what nobody has seen, whose it is; nothing is opened by itself', async () => {
  const { at } = await renderConsole({ path: '/chat' });
  await screen.findByText('2 unread', { exact: false });
  const rows = screen.getAllByRole('link').filter((link) => /\/chat\/C/.test(link.getAttribute('href') ?? ''));
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('2 unread'),
    expect.stringContaining(`${OPERATOR.name} has it`),
    expect.stringContaining('malee.k has it'),
    expect.stringContaining('Automatic'),
  ]);
  expect(at()).toBe('/chat');
  expect(screen.queryByRole('log')).not.toBeInTheDocument();
});

test('keys alone: a conversation is opened and read, answered by Enter, and ended', async () => {
  const chats = [makeConversation()];
  const { user, at } = await renderConsole({ path: '/chat', chats });
  await screen.findByText('2 unread', { exact: false });
  await user.keyboard('j');
  expect(at()).toBe('/chat/C1');
  await log();
  await waitFor(() => expect(chats[0]?.readByHouse).toBe(3));
  await user.keyboard('r');
  await user.type(await field(), 'First line{Shift>}{Enter}{/Shift}second{Enter}');
  expect(await within(await log()).findByText(/First line\s+second/)).toBeVisible();
  await waitFor(() => expect(chats[0]?.operator).toBe(OPERATOR.name));
  await screen.findByText(`${OPERATOR.name} has it`, { selector: 'header *' });
  await user.keyboard('{Escape}e');
  await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(chats[0]?.open).toBe(false));
});

test('an answer that was not sent says so, and goes once under its own clientId', async () => {
  const said: string[] = [];
  const lost = on('post', '/api/chat/{id}/reply', ({ body }): ChatLine => {
    said.push(body.clientId);
    if (said.length === 1) throw refuse(503, 'TRY_AGAIN');
    return makeLine(4, { sender: 'other', operator: OPERATOR.name, message: body.message, clientId: body.clientId });
  });
  const { user } = await renderConsole({ path: '/chat/C1', handlers: [lost] });
  await user.type(await field(), 'hello{Enter}');
  expect(await screen.findByText(/Not sent/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByText(/Not sent/)).not.toBeInTheDocument());
  expect(new Set(said).size).toBe(1);
  expect(said).toHaveLength(2);
});

test('a canned answer by its key, in the customer’s language and with its name', async () => {
  const { user } = await renderConsole({ path: '/chat/C1' });
  await user.type(await field(), '/che');
  await screen.findByRole('button', { name: /กำลังตรวจสอบ/ });
  await user.keyboard('{Enter}');
  expect(await field()).toHaveValue('คุณ สมหญิง ใจดี กำลังตรวจสอบให้');
});

test('a note is the operators’, and is noted once under its own clientId', async () => {
  const noted: string[] = [];
  const lost = on('post', '/api/chat/{id}/note', ({ body }) => {
    noted.push(body.clientId);
    if (noted.length === 1) throw refuse(503, 'TRY_AGAIN');
    return { id: 'n9', by: OPERATOR.name, text: body.text, at: new Date().toISOString() };
  });
  const { user } = await renderConsole({ path: '/chat/C1', handlers: [lost] });
  await user.click(await screen.findByRole('button', { name: 'Member and notes' }));
  const notes = within(await screen.findByRole('region', { name: 'Notes' }));
  expect(await notes.findByText(/รอสลิปใบใหม่/)).toBeVisible();
  await user.type(notes.getByLabelText('A note for colleagues'), 'called back');
  await user.click(notes.getByRole('button', { name: 'Note it' }));
  expect(await notes.findByRole('alert')).toBeVisible();
  await user.click(notes.getByRole('button', { name: 'Note it' }));
  await waitFor(() => expect(notes.getByLabelText('A note for colleagues')).toHaveValue(''));
  expect(noted).toHaveLength(2);
  expect(new Set(noted).size).toBe(1);
});

test('how quickly customers are answered, by operator and by hour', async () => {
  await renderConsole({ path: '/chat/tally' });
  const row = await screen.findByRole('row', { name: /malee\.k/ });
  expect(row).toHaveTextContent(/malee\.k411 min6 min9630/);
  expect(screen.getByRole('row', { name: /09:00/ })).toHaveTextContent(/–$/);
});

test('a pasted picture is uploaded and sent', async () => {
  const sent: unknown[] = [];
  const reply = on('post', '/api/chat/{id}/reply', ({ body }): ChatLine => {
    sent.push(body.message);
    return makeLine(4, { sender: 'other', operator: OPERATOR.name, message: body.message, clientId: body.clientId });
  });
  const { user } = await renderConsole({ path: '/chat/C1', handlers: [reply] });
  await user.click(await field());
  await user.paste({ files: [new File(['x'], 'button.png', { type: 'image/png' })], getData: () => '' } as never);
  await waitFor(() =>
    expect(sent).toEqual([
      {
        message_type: 'media',
        payload: { message: '', url: false, fileType: 'image', filePath: '/media/picture1', name: 'button.png' },
      },
    ]),
  );
});

test('what another answers has no field; a chief takes it over', async () => {
  const { user } = await renderConsole({ path: '/chat/C3' });
  expect(await screen.findByText(/malee\.k is answering/)).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await user.keyboard('c');
  expect(await field()).toBeVisible();
});

test('handed to a colleague, with a reason', async () => {
  const asked: unknown[] = [];
  const assign = on('post', '/api/chat/{id}/assign', ({ body }) => {
    asked.push(body);
    return { done: true, says: 'it is malee.k’s' };
  });
  const { user } = await renderConsole({ path: '/chat/C2', handlers: [assign] });
  await field();
  await user.keyboard('h');
  const dialog = await screen.findByRole('dialog');
  await user.selectOptions(
    await within(dialog).findByLabelText('To'),
    await within(dialog).findByRole('option', { name: 'malee.k' }),
  );
  await user.type(within(dialog).getByLabelText('Reason'), 'speaks Lao{Enter}');
  await waitFor(() => expect(asked).toEqual([{ to: 'malee.k', reason: 'speaks Lao' }]));
});

test('a colleague who writes in it is named, and writing is told once', async () => {
  const told: string[] = [];
  const typing = on('post', '/api/chat/{id}/typing', ({ params }) => {
    told.push(String(params.id));
    return { done: true, says: 'told' };
  });
  const { user } = await renderConsole({ path: '/chat/C2', handlers: [typing] });
  await user.type(await field(), 'one moment');
  await waitFor(() => expect(told).toEqual(['C2']));
  act(() => heardTyping({ id: 'C2', by: 'mai' }));
  expect(screen.getByText('mai is writing…')).toBeVisible();
});

test('a customer who writes is seen, beside a colleague', async () => {
  await renderConsole({ path: '/chat/C2' });
  await field();
  act(() => heardTyping({ id: 'C2', by: '' }));
  act(() => heardTyping({ id: 'C2', by: 'mai' }));
  expect(screen.getByText('The other side is writing…')).toBeVisible();
  expect(screen.getByText('mai is writing…')).toBeVisible();
  act(() => heardMessage({ id: 'C2' }));
  expect(screen.queryByText('The other side is writing…')).not.toBeInTheDocument();
});

test('what nobody has read is a list of its own', async () => {
  const { user, at } = await renderConsole({ path: '/chat' });
  await screen.findByText('2 unread', { exact: false });
  await user.click(screen.getByRole('link', { name: 'Unread' }));
  expect(at()).toBe('/chat?show=unread');
  await waitFor(() =>
    expect(
      screen.getAllByRole('link').flatMap((link) => /^\/chat\/C\d/.exec(link.getAttribute('href') ?? '')?.[0] ?? []),
    ).toEqual(['/chat/C1', '/chat/C2']),
  );
});
