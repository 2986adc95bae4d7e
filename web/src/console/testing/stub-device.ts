import { onTestFinished, vi } from 'vitest';

/** What a browser's device would answer: jsdom has none. Without an id its owner does not touch it. Returns what it was asked. */
export function stubDevice(id: string | undefined): unknown[] {
  const asked: unknown[] = [];
  const bytes = new ArrayBuffer(4);
  const answer = (what: unknown) => {
    asked.push(what);
    if (!id) return Promise.reject(new DOMException('not touched', 'NotAllowedError'));
    const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, attestationObject: bytes };
    return Promise.resolve({ id, rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) });
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { value: { get: answer, create: answer }, configurable: true });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return asked;
}
