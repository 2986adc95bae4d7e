import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import type { Product } from './product';
import { type Payer, Sandbox } from './sandbox';

/** Codes with which the product asks for the same request again, with the same key. */
export const AGAIN = new Set(['TRY_AGAIN', 'IDEMPOTENCY_IN_PROGRESS']);

let taps = 0;

/**
 * The calls of a member or a visitor, as any client could make them. They prepare a scene, and repeat a request when
 * the product asks for that.
 */
export class Calls {
  private readonly headers: Record<string, string>;
  constructor(
    private readonly request: APIRequestContext,
    private readonly product: Product,
    token?: string,
  ) {
    this.headers = {
      'X-Requested-With': 'wallet-user',
      'Accept-Language': 'en',
      ...(token && { Authorization: `Bearer ${token}` }),
    };
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are read as a page's script would
  async get<Answer = any>(path: string): Promise<Answer> {
    return this.done(path, (headers) => this.request.get(this.product.app + path, { headers }));
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are read as a page's script would
  async post<Answer = any>(path: string, data: unknown): Promise<Answer> {
    return this.done(path, (headers) => this.request.post(this.product.app + path, { headers, data }));
  }

  /** Sends the picture of a slip. */
  async slip(picture: Buffer): Promise<void> {
    const multipart = { file: { name: 'slip.png', mimeType: 'image/png', buffer: picture } };
    await this.done('/api/wallet/slip', (headers) =>
      this.request.post(`${this.product.app}/api/wallet/slip`, { headers, multipart }),
    );
  }

  /** Puts baht into the wallet by a QR code that the bank pays, and waits for them. */
  async deposit(amount: number, payer?: Payer): Promise<void> {
    const inWallet = async () => (await this.get('/api/wallet')).wallet.amount;
    const before = await inWallet();
    const { qrcodeId } = await this.post('/api/qrcode/KBANK', { amount });
    await new Sandbox(this.request, this.product.sandbox).pay(qrcodeId, payer);
    await expect.poll(inWallet, `${amount} baht are in the wallet`).toBe(before + amount);
  }

  /** Puts baht into a game, waits for them and returns the reference. Where the provider answers late, the statement shows when. */
  async intoGame(game: string, amount: number): Promise<string> {
    const { status, reference } = await this.post('/api/wallet/transfer', { from: 'WALLET', to: game, amount });
    if (status !== 'IN_PROGRESS') return reference;
    const row = async () => {
      const { statements } = await this.post('/api/statement', { page: 1, limit: 20 });
      return statements.find((one: { reference: string }) => one.reference === reference)?.status;
    };
    await expect.poll(row, `${amount} baht into ${game}`).toBe('SUCCESS');
    return reference;
  }

  private async done<Answer>(path: string, ask: (headers: Record<string, string>) => Promise<APIResponse>) {
    taps += 1;
    const headers = { ...this.headers, 'Idempotency-Key': `scene-${process.pid}-${taps}` };
    let answer: APIResponse | undefined;
    let said: { message?: string } = {};
    const again = async () => {
      answer = await ask(headers);
      said = await answer.json();
      return AGAIN.has(said.message ?? '');
    };
    await expect.poll(again, `${path} is done`).toBe(false);
    expect(answer?.ok(), `${path}: ${answer?.status()} ${JSON.stringify(said)}`).toBe(true);
    return said as Answer;
  }
}
