import { delay, HttpResponse, http, type PathParams } from 'msw';
import type { ErrorBody } from '@/shared/api/error';
import type { paths } from '@/shared/api/wire';
import {
  AGREEMENT,
  BANKS,
  makeAccount,
  makeConfig,
  makeContact,
  makeDepositLookup,
  makeStatementRow,
  makeWallet,
} from './factories';

type Method = 'get' | 'post' | 'put' | 'delete';
type PathsWith<M extends Method> = { [P in keyof paths]: M extends keyof paths[P] ? P : never }[keyof paths];
type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never;
type JsonOf<R> = R extends { content: { 'application/json': infer J } } ? J : never;
type ReplyOf<O> = O extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201)]> : never;
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? B : undefined;

interface Asked<O> {
  body: BodyOf<O>;
  params: PathParams;
  request: Request;
}

/** An MSW handler with the contract's types for path, body and answer. Throw `refuse(...)` for an error answer. */
function on<M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  answer: (asked: Asked<Operation<P, M>>) => ReplyOf<Operation<P, M>> | Promise<ReplyOf<Operation<P, M>>>,
) {
  const url = `*${path.replace(/\{(\w+)\}/g, ':$1')}`;
  return http[method](url, async ({ request, params }) => {
    try {
      const text = await request.clone().text();
      const body = (text ? JSON.parse(text) : undefined) as BodyOf<Operation<P, M>>;
      const reply = await answer({ body, params, request });
      return HttpResponse.json(reply as never);
    } catch (error) {
      if (error instanceof Refusal) {
        return HttpResponse.json(error.body, { status: error.status, headers: error.headers });
      }
      throw error;
    }
  });
}

export const onGet = <P extends PathsWith<'get'>>(path: P, answer: Parameters<typeof on<'get', P>>[2]) =>
  on('get', path, answer);
export const onPost = <P extends PathsWith<'post'>>(path: P, answer: Parameters<typeof on<'post', P>>[2]) =>
  on('post', path, answer);
export const onPut = <P extends PathsWith<'put'>>(path: P, answer: Parameters<typeof on<'put', P>>[2]) =>
  on('put', path, answer);
export const onDelete = <P extends PathsWith<'delete'>>(path: P, answer: Parameters<typeof on<'delete', P>>[2]) =>
  on('delete', path, answer);

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Record<string, string> = {},
  ) {
    super(body.message);
  }
}

/** The server's refusal: `throw refuse(409, 'MONEY_NOT_ENOUGH')`. */
export const refuse = (
  status: number,
  message: string,
  params?: Record<string, unknown>,
  headers?: Record<string, string>,
) => new Refusal(status, { message, ...(params && { params }) }, headers);

/** A server without faults: member 0812345678 with the password "password1" and the code 123456. */
export const handlers = [
  http.get('*/config.json', () => HttpResponse.json(makeConfig())),
  // No socket here: the app falls back to polling.
  http.all('*/socket.io/*', () => new HttpResponse(null, { status: 404 })),
  onGet('/api/lookup/active', () => ({ active: true, message: 'OK' })),
  onGet('/api/lookup/banks', () => BANKS),
  onGet('/api/lookup/sources', () => [
    { code: 'FRIEND', description: 'เพื่อนแนะนำ' },
    { code: 'FACEBOOK', description: 'Facebook' },
    { code: 'LINE', description: 'LINE' },
  ]),
  onGet('/api/lookup/registerOTP', () => true),
  onGet('/api/lookup/enableChatWidget', () => true),
  onGet('/api/lookup/contact', () => makeContact()),
  onGet('/api/lookup/agreements', () => AGREEMENT),
  onGet('/api/lookup/conditions', () => AGREEMENT),
  onGet('/api/lookup/info', () => ({ name: 'Krapao', website: 'https://krapao.example' })),
  onGet('/api/lookup/notice', () => ({ notice: '' })),
  onGet('/api/lookup/deposit', () => makeDepositLookup()),
  onGet('/api/lookup/withdraw', () => ({ withdrawMin: 100, withdrawMax: 50_000 })),
  onPost('/api/login', ({ body }) => {
    if (body.password !== 'password1') throw refuse(401, 'WRONG_CREDENTIAL');
    return { token: 'fixture-token' };
  }),
  onPost('/api/logout', () => ({ message: 'SUCCESS' })),
  onPost('/api/otp/send', () => ({ otpRef: 'KPA7X', otpToken: 'otp-token', code: 'OK' })),
  onPost('/api/otp/verify', ({ body }) => {
    if (body.otpCode !== '123456') throw refuse(400, 'OTP_CODE_INVALID');
    return { code: 'OTP_CODE_VALID' };
  }),
  onPost('/api/account/forgot', () => ({ otpRef: 'KPA7X', otpToken: 'reset-token', code: 'OK' })),
  onPost('/api/account/forgot/reset', () => ({ message: 'SUCCESS' })),
  onPost('/api/account/validate', () => ({ message: 'SUCCESS' })),
  onPost('/api/account', () => ({ message: 'SUCCESS' })),
  onGet('/api/account/profile', () => makeAccount()),
  onPut('/api/account/changepwd', async ({ body }) => {
    if (body.oldPassword !== 'password1') throw refuse(400, 'WRONG_PASSWORD');
    // biome-ignore lint/plugin/waits: the preview shows what a slow answer looks like
    await delay(150);
    return { message: 'SUCCESS' };
  }),
  onPut('/api/account/bankAccountName', () => ({ message: 'SUCCESS' })),
  onGet('/api/wallet', () => makeWallet()),
  onPost('/api/statement', ({ body }) => ({
    total: 23,
    statements: Array.from({ length: Math.min(body.limit, 23 - (body.page - 1) * body.limit) }, (_, i) =>
      makeStatementRow({ _id: `s${body.page}-${i}` }),
    ),
  })),
];
