import { expect, it } from 'vitest';
import vector from '@/testing/truelink-vector.json';
import { encryptLink } from './encrypt';

const iv = Uint8Array.from(vector.iv.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** The server decrypts the same vector (internal/httpapi). */
it('gives what the server expects, byte for byte', async () => {
  expect(await encryptLink(vector.link, vector.secret, iv)).toBe(vector.sealed);
});

it('gives the same body for the same link, so that a tap can be repeated, and another one for another', async () => {
  const once = await encryptLink(vector.link, vector.secret);
  expect(await encryptLink(vector.link, vector.secret)).toBe(once);
  const other = await encryptLink(`${vector.link}x`, vector.secret);
  expect(other.slice(0, 16)).not.toBe(once.slice(0, 16));
});

it('can be decrypted with the secret, and only for its purpose', async () => {
  const raw = Uint8Array.from(atob(await encryptLink('https://ลิงก์', 'secret')), (char) => char.charCodeAt(0));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('secret'));
  const key = await crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['decrypt']);
  const open = (purpose: string) =>
    crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: raw.slice(0, 12), additionalData: new TextEncoder().encode(purpose) },
      key,
      raw.slice(12),
    );
  expect(new TextDecoder().decode(await open('truelink'))).toBe('https://ลิงก์');
  await expect(open('other')).rejects.toThrow();
});
