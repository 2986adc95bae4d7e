import type { OwnExport, Protection, ProtectionLimit, Session } from '@/shared/api/wire';
import { onDelete, onGet, onPost, onPut, refuse } from './handlers';

const DAY = 86_400_000;
const later = (ms: number) => new Date(Date.now() + ms).toISOString();

export const makeLimit = (over: Partial<ProtectionLimit> = {}): ProtectionLimit => ({
  kind: 'deposit',
  period: 'day',
  amount: 1000,
  used: 350,
  left: 650,
  next: null,
  ...over,
});

export const makeProtection = (over: Partial<Protection> = {}): Protection => ({
  limits: [],
  breakUntil: null,
  excludedUntil: null,
  comingHome: false,
  net: { deposits: 12_500, withdrawals: 4300.5 },
  lastLogin: '2026-11-19T13:05:00.000Z',
  loginAt: '2026-11-20T11:30:00.000Z',
  resetAt: null,
  agreement: { version: 'th-0123456789abcd', acceptedAt: '2026-08-01T03:00:00.000Z' },
  ...over,
});

const makeSession = (over: Partial<Session> = {}): Session => ({
  id: 's1',
  current: true,
  remembered: true,
  address: '203.0.113.7',
  agent:
    'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  createdAt: '2026-11-20T11:30:00.000Z',
  seenAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-12-20T11:30:00.000Z',
  ...over,
});

export const SESSIONS: Session[] = [
  makeSession(),
  makeSession({
    id: 's2',
    current: false,
    address: '2001:db8:85a3::8a2e:370:7334',
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  }),
  makeSession({ id: 's3', current: false, agent: '' }),
];

export const makeExport = (over: Partial<OwnExport> = {}): OwnExport => ({
  state: 'none',
  language: null,
  askedAt: null,
  readyAt: null,
  until: null,
  again: null,
  dataSize: 0,
  pageSize: 0,
  ...over,
});

/** A server without faults: no limits, nobody shut out, no proof of identity needed. */
export const protectionHandlers = [
  onGet('/api/account/protection', () => makeProtection()),
  onPut('/api/account/protection/limit', () => ({ message: 'SUCCESS' })),
  onPost('/api/account/protection/limit/confirm', () => ({ message: 'SUCCESS' })),
  onPost('/api/account/protection/break', ({ body }) => ({ message: 'SUCCESS', until: later(body.days * DAY) })),
  onPost('/api/account/protection/exclude', ({ body }) => ({
    message: 'SUCCESS',
    until: later(body.months * 30 * DAY),
  })),
  onGet('/api/account/sessions', () => ({ sessions: SESSIONS })),
  onDelete('/api/account/sessions/{id}', () => ({ message: 'SUCCESS' })),
  onGet('/api/account/export', () => makeExport({ state: 'ready', until: later(3 * DAY), again: later(DAY) })),
  onPost('/api/account/export', ({ body }) => makeExport({ state: 'making', language: body.language })),
  onPost('/api/account/export/open', () => ({
    data: '/export/own.m1/data.json',
    page: '/export/own.m1/page.html',
    until: later(300_000),
  })),
  onPost('/api/account/agreement', () => ({ message: 'SUCCESS' })),
  onPost('/api/account/confirm/code', () => ({
    otpRef: 'K7Q2M',
    otpToken: 'identity-token',
    phone: 'xxxxxx5678',
    until: later(300_000),
  })),
  onPost('/api/account/confirm', ({ body }) => {
    if (body.otpToken) {
      if (body.otpCode !== '123456') throw refuse(400, 'OTP_CODE_INVALID', { left: 4 });
    } else if (body.password !== 'password1') throw refuse(400, 'WRONG_PASSWORD');
    return { message: 'SUCCESS', until: later(300_000) };
  }),
];
