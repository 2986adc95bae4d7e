import type { components } from './schema';

/** The wheel's calls by docs/founding/API.md, until api/openapi.json has them. */
type Json<T> = { headers: Record<string, unknown>; content: { 'application/json': T } };
type Answers<T> = { responses: { 200: Json<T>; default: Json<components['schemas']['Envelope']> } };
type None = { query?: never; header?: never; path?: never; cookie?: never };
type Keyed = { query?: never; header?: { 'Idempotency-Key'?: string }; path?: never; cookie?: never };
type Get<T> = { parameters: None; get: { parameters: None; requestBody?: never } & Answers<T> };
type Post<B, T> = {
  parameters: None;
  post: { parameters: Keyed; requestBody: { content: { 'application/json': B } } } & Answers<T>;
};

interface Slice {
  code: string;
  label: string;
  bgColor: string;
  textColor: string;
  htmlDescription: string;
  odds: number;
}
interface Seed {
  number: number;
  seedHash: string;
  clientSeed: string;
  seed: string | null;
  draws: { nonce: number; slice: string; table: number; at: string }[];
}

export interface SpinPaths {
  '/api/spinwheel/setup': Get<{
    activeSpinwheel: { name: string; slices: Slice[] } | null;
    userCoin: number;
    proof: { seedHash: string; clientSeed: string; nextNonce: number };
  }>;
  '/api/spinwheel/spin': Post<
    Record<string, never>,
    {
      success: boolean;
      result: string;
      label: string;
      remainingCoin: number;
      proof: { seedHash: string; nonce: number };
    }
  >;
  '/api/spinwheel/coupon': Get<
    {
      _id: string;
      prize: {
        slice: { code: string; label: string; htmlDescription: string };
        name: string;
        kind: 'cash' | 'bonus' | 'coin';
      };
      amount: number;
      createdAt: string;
      expiresAt: string;
    }[]
  >;
  '/api/spinwheel/coupon/claim': Post<{ coupon: string }, { message: string; amount: number }>;
  '/api/spinwheel/proof': Get<{
    seeds: Seed[];
    tables: { version: number; slices: { code: string; weight: number }[] }[];
  }>;
  '/api/spinwheel/proof/rotate': Post<
    { clientSeed?: string },
    { seed: string; seedHash: string; clientSeed: string; nextHash: string }
  >;
}
