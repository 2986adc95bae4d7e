import { api, unwrap } from '@/console/api/client';
import type { Call } from '@/console/decision/call';

/** What they answer as a decision's outcome: they say no more than that it is done. */
const done = (subject: unknown) => ({ message: 'SUCCESS' as const, says: '', facts: [], subject: String(subject) });

/** The decisions about notifications (OPERATOR-API.md, section 15). */
export const NOTICE_CALLS = {
  tryNotificationTarget: {
    name: 'notice.try',
    does: 'notice.tryDoes',
    letter: 't',
    fields: {},
    send: async (subject, header, body) => {
      const path = { name: String(subject) };
      await unwrap(api.POST('/api/notification/target/{name}/try', { params: { path, header }, body }));
      return done(subject);
    },
  },
  repeatNotification: {
    name: 'notice.again',
    does: 'notice.againDoes',
    letter: 'a',
    fields: {},
    send: async (subject, header, body) => {
      const path = { id: String(subject) };
      await unwrap(api.POST('/api/notification/{id}/again', { params: { path, header }, body }));
      return done(subject);
    },
  },
} satisfies Record<string, Call>;
