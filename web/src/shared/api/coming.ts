/** Calls of API.md that the generated schema does not have yet. Each is deleted when it does. */
type Params = { query?: never; header?: { 'Idempotency-Key'?: string }; path?: never; cookie?: never };
type Reply<T> = { headers: { [name: string]: unknown }; content: { 'application/json': T } };
type Post<Body, Answer> = {
  parameters: { query?: never; header?: never; path?: never; cookie?: never };
  post: {
    parameters: Params;
    requestBody: { content: { 'application/json': Body } };
    responses: { 200: Reply<Answer>; default: Reply<{ message: string }> };
  };
};
type Get<Path, Answer> = {
  parameters: { query?: never; header?: never; path?: never; cookie?: never };
  get: {
    parameters: { query?: never; header?: never; path: Path; cookie?: never };
    responses: { 200: Reply<Answer>; default: Reply<{ message: string }> };
  };
};

export interface SlipShape {
  _id: string;
  createdAt: string;
  amount: number;
  status: 'IN_PROGRESS' | 'SUCCESS' | 'FAILED';
  note: string | null;
  link: string | null;
  reference: string;
}

export interface Coming {
  '/api/wallet/add': Post<
    { amount: number },
    { message: string; status: 'IN_PROGRESS' | 'SUCCESS'; reference: string }
  >;
  '/api/wallet/truelink': Post<
    { link: string },
    { message: string; amount?: number; status?: string; reference?: string }
  >;
  '/api/statement/slip': Post<{ page: number; limit: number }, { total: number; slips: SlipShape[] }>;
  '/api/statement/slip/reference/{reference}': Get<{ reference: string }, { url: string }>;
}
