/** Bound to the ciphertext as additional data, so that it can be used for nothing else. */
const PURPOSE = 'truelink';
const IV_BYTES = 12;

/** WebCrypto exists only over https and on localhost; a page over http on a LAN has none. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

const utf8 = (text: string) => new TextEncoder().encode(text);

/**
 * The server's format for a wallet link (API.md): base64 of the iv and the AES-256-GCM ciphertext with its tag. The key
 * is the SHA-256 of the configured secret. Every browser knows the secret, so this hides a link from logs and proxies,
 * not from an attacker: the connection's own TLS does that.
 */
export async function encryptLink(link: string, secret: string, iv?: Uint8Array<ArrayBuffer>): Promise<string> {
  const nonce = iv ?? (await ivFor(link, secret));
  const digest = await crypto.subtle.digest('SHA-256', utf8(secret));
  const key = await crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: utf8(PURPOSE) },
    key,
    utf8(link),
  );
  return btoa(String.fromCharCode(...nonce, ...new Uint8Array(sealed)));
}

/**
 * The iv is derived from the link itself (a synthetic iv), so that the same link gives the same request. A tap with a
 * lost answer is sent again with the same key and the same body. Another link has another iv, so none is used twice.
 */
async function ivFor(link: string, secret: string): Promise<Uint8Array<ArrayBuffer>> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(`${PURPOSE} iv\n${secret}\n${link}`));
  return new Uint8Array(digest.slice(0, IV_BYTES));
}
