import { expect, test, vi } from 'vitest';
import { ApiError } from '@/shared/api/error';
import { sendOrRedraw } from './redrawn';

const odd = new Blob(['odd'], { type: 'image/png' });
const drawn = new Blob(['drawn'], { type: 'image/jpeg' });
const refused = new ApiError('FILE_NOT_SUPPORTED', 415);

test("a picture that the server can't read is redrawn and sent once more", async () => {
  const send = vi.fn(async (picture: Blob) => {
    if (picture === odd) throw refused;
    return 'kept';
  });
  expect(await sendOrRedraw(odd, 'FILE_NOT_SUPPORTED', send, async () => drawn)).toBe('kept');
  expect(send.mock.calls).toEqual([[odd], [drawn]]);
});

test('a picture that it can read is sent as it is', async () => {
  const draw = vi.fn();
  expect(await sendOrRedraw(odd, 'FILE_NOT_SUPPORTED', async () => 'kept', draw)).toBe('kept');
  expect(draw).not.toHaveBeenCalled();
});

test.each([
  ['another refusal', new ApiError('UPLOAD_FULL', 409), async () => drawn, 1],
  ['what this browser does not show either', refused, async () => undefined, 1],
  ['what is refused drawn anew, too', refused, async () => drawn, 2],
])('%s stands', async (_what, error, draw, sent) => {
  const send = vi.fn(async (_picture: Blob) => {
    throw error;
  });
  await expect(sendOrRedraw(odd, 'FILE_NOT_SUPPORTED', send, draw)).rejects.toBe(error);
  expect(send).toHaveBeenCalledTimes(sent);
});
