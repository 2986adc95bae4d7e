import type { Conversation } from '@/shared/api/wire';

/** A message of the house, to a guest. */
export const makeMessage = (over: Partial<Conversation> = {}): Conversation => ({
  _id: 'm1',
  sender: 'other',
  message: { message_type: 'text', payload: 'สวัสดีค่ะ มีอะไรให้ช่วยไหมคะ' },
  createdAt: '2026-11-20T12:00:00.000Z',
  session_id: 'one',
  userId: null,
  guestId: 'b9a4d6a0-6f5e-4d0b-8f51-5e2f8f6f1a11',
  username: '',
  name: '',
  deviceToken: '',
  ...over,
});
