import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeMe, OPERATOR } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';

const list = () => screen.findByRole('region', { name: 'Canned answers' });

test('support reads the answers in three languages, and changes none', async () => {
  const me = on('get', '/api/me', () => makeMe({ operator: { ...OPERATOR, role: 'support' } }));
  await renderConsole({ path: '/chat/canned', handlers: [me] });
  const rows = within(await list());
  expect(await rows.findByText(/กำลังตรวจสอบให้/)).toHaveAttribute('lang', 'th');
  expect(rows.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add an answer' })).not.toBeInTheDocument();
});

test('a new answer needs all three languages and a key of its own; its code is made of the key', async () => {
  const kept: unknown[] = [];
  const set = on('put', '/api/canned/{code}', ({ params, body }) => {
    kept.push([params.code, body]);
    return { message: 'SUCCESS' as const };
  });
  const { user } = await renderConsole({ path: '/chat/canned', handlers: [set] });
  await list();
  await user.click(await screen.findByRole('button', { name: 'Add an answer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an answer' }));
  await user.type(dialog.getByLabelText('Title'), 'Thanks');
  await user.type(dialog.getByLabelText('Key behind the slash'), 'check');
  await user.type(dialog.getByLabelText('Thai'), 'ขอบคุณครับ');
  await user.type(dialog.getByLabelText('Lao'), 'ຂອບໃຈ');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Another answer has this key')).toBeVisible();
  expect(dialog.getByText('This can’t be empty')).toBeVisible();
  expect(kept).toEqual([]);
  await user.clear(dialog.getByLabelText('Key behind the slash'));
  await user.type(dialog.getByLabelText('Key behind the slash'), 'Thx');
  await user.type(dialog.getByLabelText('English'), 'Thank you');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(kept).toEqual([
    ['thx', { title: 'Thanks', keys: 'thx', text: { th: 'ขอบคุณครับ', lo: 'ຂອບໃຈ', en: 'Thank you' } }],
  ]);
});

test('an answer keeps its code while it is changed, and a refusal says why', async () => {
  const asked: string[] = [];
  const set = on('put', '/api/canned/{code}', ({ params }) => {
    asked.push(String(params.code));
    throw refuse(400, 'INVALID_INPUT');
  });
  const { user } = await renderConsole({ path: '/chat/canned', handlers: [set] });
  const [edit] = await within(await list()).findAllByRole('button', { name: 'Change it' });
  if (edit) await user.click(edit);
  const dialog = within(await screen.findByRole('dialog', { name: 'Change it' }));
  await user.type(dialog.getByLabelText('Key behind the slash'), '-2');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  expect(asked).toEqual(['checking']);
});

test('deleting asks once more', async () => {
  const gone: string[] = [];
  const remove = on('delete', '/api/canned/{code}', ({ params }) => {
    gone.push(String(params.code));
    return { message: 'SUCCESS' as const };
  });
  const { user } = await renderConsole({ path: '/chat/canned', handlers: [remove] });
  const [button] = await within(await list()).findAllByRole('button', { name: 'Delete' });
  if (!button) throw new Error('no button');
  await user.click(button);
  expect(gone).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Delete it for everybody' }));
  await waitFor(() => expect(gone).toHaveLength(1));
});
