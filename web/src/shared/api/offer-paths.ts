import type { components } from './schema';

/** The calls of bonuses, promotions, refunds and invitations by docs/founding/API.md, until api/openapi.json has them. */
type Json<T> = { headers: Record<string, unknown>; content: { 'application/json': T } };
type Answers<T> = { responses: { 200: Json<T>; default: Json<components['schemas']['Envelope']> } };
type Key = { 'Idempotency-Key'?: string };
type None = { query?: never; header?: never; path?: never; cookie?: never };
type Get<T, P = None> = { parameters: None; get: { parameters: P; requestBody?: never } & Answers<T> };
type Keyed = { query?: never; header?: Key; path?: never; cookie?: never };
type Coded = { query?: never; header?: never; path: { code: string }; cookie?: never };
type CodedKey = { query?: never; header?: Key; path: { code: string }; cookie?: never };
type Post<B, T> = {
  parameters: None;
  post: { parameters: None; requestBody: { content: { 'application/json': B } } } & Answers<T>;
};
type Page = { page: number; limit: number };
type Done = { message: string };
type Paid = { message: string; amount: number };

interface Banner {
  image: string;
  html: string;
}
interface Terms {
  matchPercent: number;
  amount: number;
  cap: number;
  minimum: number;
  windowHours: number;
  end: 'target' | 'turnover' | 'both';
  turnover: number;
  expiresDays: number;
  keepPercent: number;
  games: string[];
}

export interface OfferPaths {
  '/api/bonus': Get<
    {
      code: string;
      type: 'limit' | 'day' | 'week';
      maxReceived: number;
      percentFail: number;
      percentSuccess: number;
      name: string;
      terms: Terms;
      banners: Banner[];
      userBonus: { _id: string; isActive: boolean; received: { updatedAt: string }[] } | null;
    }[]
  >;
  '/api/bonus/activate/{code}': Get<Done, CodedKey>;
  '/api/bonus/check/active': Get<{
    status: boolean;
    type: 'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw' | null;
    code: string;
    name: string;
    percentSuccess: number;
    percentFail: number;
    base: number;
    own: number;
    target: number;
    floor: number;
    total: number;
    turnover: { required: number; done: number } | null;
    end: Terms['end'] | null;
    expiresAt: string | null;
    games: string[];
    giveUp: { returned: number; kept: number };
    state: 'active' | 'ending' | null;
    reason: components['schemas']['Envelope']['message'] | null;
    at: string | null;
  }>;
  '/api/bonus/check/minimum': Get<{ result: boolean; floor: number; target: number; total: number }>;
  '/api/bonus/clear': Get<
    { message: string; status: 'SUCCESS' | 'IN_PROGRESS'; outcome: 'SUCCESS' | 'FAILED'; returned: number },
    { query?: { giveUp?: boolean }; header?: Key; path?: never; cookie?: never }
  >;
  '/api/promotion/find/{code}': Get<
    { code: string; percentFail: number; percentSuccess: number; description: string; terms: Terms },
    Coded
  >;
  '/api/promotion/activate/{code}': Get<Done, CodedKey>;
  '/api/invite': Post<
    Page,
    { total: number; invites: { from: { name: string }; amount: number; createdAt: string }[] }
  >;
  '/api/invite/bonus': Get<Paid, Keyed>;
  '/api/invite/banners': Get<Banner[]>;
  '/api/refund': Post<Page, { total: number; refunds: { refundAmount: number; createdAt: string }[] }>;
  '/api/refund/check': Get<{
    result: boolean;
    bonus: boolean;
    info: {
      from: string | null;
      to: string;
      before: number;
      deposit: number;
      withdraw: number;
      balance: number;
      loss: number;
      percent: number;
      next: string | null;
    };
    refundAmount: number;
    refundSuccess: number;
    refundFail: number;
  }>;
  '/api/refund/receive': Get<Paid, Keyed>;
  '/api/refund/addWallet': Get<Paid, Keyed>;
  '/api/refund/banners': Get<Banner[]>;
}
