import type { Passkey, SessionRow, Signed, Way } from '@/console/api/contract';
import { ago, ahead } from './fixtures';
import { on, refuse } from './server';

const makePasskeys = (): Passkey[] => [
  { id: 'k1', name: 'โน้ตบุ๊กที่ทำงาน', createdAt: ago(60_000), usedAt: ago(12), backedUp: true },
  { id: 'k2', name: 'YubiKey 5C', createdAt: ago(3000), usedAt: null, backedUp: false },
];

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const makeSessions = (): SessionRow[] => [
  {
    id: 's1',
    current: true,
    address: '192.0.2.14',
    agent: AGENT,
    way: 'passkey',
    createdAt: ago(95),
    seenAt: ago(0),
    endsAt: ahead(625),
  },
  {
    id: 's2',
    current: false,
    address: 'node',
    agent: 'krapao',
    way: 'shell',
    createdAt: ago(40),
    seenAt: ago(31),
    endsAt: ahead(680),
  },
];

const CODES = [
  '7K2M-9QTX-4HWD',
  '3N8P-VC6R-0JZB',
  'Q1YD-5TGH-8KWX',
  'M4RV-2C9N-7PZ6',
  'H0JB-XT3Q-5DYK',
  '9WGM-4V8R-1NCP',
  'Z6QT-7H2X-0KJD',
  'B5YN-3MWG-9RVC',
  'P8ZT-6Q1H-4XKD',
  'C2JY-0NBM-7WGR',
];
const TOTP = {
  uri: 'otpauth://totp/Krapao:nok.s?algorithm=SHA1&digits=6&issuer=Krapao&period=30&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
};

/** An operator's own secrets, which remember what was changed, and an invitation whose secret is `one`. */
export function meHandlers(confirms: Way[], enter: () => Signed) {
  let passkeys = makePasskeys();
  let sessions = makeSessions();
  let left = 2;
  const sure = (request: Request, decision: string) => {
    if (request.headers.get('X-Confirmation') !== `proof-${decision}`)
      throw refuse(403, 'CONFIRM_IDENTITY', { decision, ways: confirms });
  };
  let shells = 1;
  const waiting = (code: string) => {
    if (!shells || code.toUpperCase() !== 'BCDF-GHJK') throw refuse(404, 'NO_DATA');
    return { machine: 'somchai-laptop', address: '203.0.113.9', at: ago(1), endsAt: ahead(9) };
  };
  const done = { message: 'SUCCESS' as const };
  const invited = (secret: string) => {
    if (secret !== 'one') throw refuse(404, 'INVITATION_INVALID');
  };
  return [
    on('get', '/api/me/secret', () => ({
      passkeys,
      password: { since: ago(90_000) },
      totp: { since: ago(90_000) },
      recoveryLeft: left,
      oidc: false,
    })),
    on('post', '/api/me/passkey', ({ request }) => {
      sure(request, 'passkey');
      return {
        ticket: 'ticket-4',
        options: { challenge: 'AAAA', user: { id: 'AAAA' }, pubKeyCredParams: [] },
      };
    }),
    on('post', '/api/me/passkey/finish', ({ body }) => {
      passkeys = [...passkeys, { id: 'k3', name: body.name, createdAt: ago(0), usedAt: null, backedUp: false }];
      return done;
    }),
    on('delete', '/api/me/passkey/{id}', ({ params, request }) => {
      sure(request, 'passkey');
      passkeys = passkeys.filter(({ id }) => id !== params.id);
      return done;
    }),
    on('put', '/api/me/password', ({ request, body }) => {
      if (body.password.startsWith('password')) throw refuse(400, 'WEAK_PASSWORD');
      sure(request, 'password');
      return done;
    }),
    on('post', '/api/me/totp', ({ request }) => {
      sure(request, 'totp');
      return { ticket: 'ticket-5', ...TOTP };
    }),
    on('post', '/api/me/totp/finish', ({ body }) => {
      if (body.code !== '123456') throw refuse(401, 'WRONG_CREDENTIAL');
      return done;
    }),
    on('post', '/api/me/recovery', ({ request }) => {
      sure(request, 'recovery');
      left = CODES.length;
      return { recovery: CODES };
    }),
    on('post', '/api/me/shell/look', ({ body }) => waiting(body.userCode)),
    on('post', '/api/me/shell', ({ body, request }) => {
      const shell = waiting(body.userCode);
      sure(request, 'shell');
      shells = 0;
      return shell;
    }),
    on('post', '/api/me/shell/refuse', ({ body }) => {
      waiting(body.userCode);
      shells = 0;
      return done;
    }),
    on('get', '/api/me/session', () => ({ items: sessions })),
    on('delete', '/api/me/session/{id}', ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params.id);
      return done;
    }),
    on('post', '/api/signin/invitation', ({ body }) => {
      invited(body.invitation);
      return {
        name: 'nok.s',
        role: 'cashier' as const,
        invitedBy: 'somchai.p',
        endsAt: ahead(1400),
        ways: ['passkey' as const, 'password' as const],
      };
    }),
    on('post', '/api/signin/invitation/begin', ({ body }) => {
      invited(body.invitation);
      if (body.way === 'passkey')
        return {
          ticket: 'ticket-7',
          options: { challenge: 'AAAA', user: { id: 'AAAA' }, pubKeyCredParams: [] },
        };
      return { ticket: 'ticket-6', totp: TOTP };
    }),
    on('post', '/api/signin/invitation/finish', ({ body }) => {
      if (body.credential) return { ...enter(), recovery: CODES };
      if (body.password?.startsWith('password')) throw refuse(400, 'WEAK_PASSWORD');
      if (body.code !== '123456') throw refuse(401, 'WRONG_CREDENTIAL');
      return { ...enter(), recovery: CODES };
    }),
  ];
}
