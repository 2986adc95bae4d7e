import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength';

test.each([
  ['', 'short'],
  ['kx7-q2m', 'short'],
  ['12345678', 'weak'],
  ['aaaaaaaa', 'weak'],
  ['abcd1234', 'weak'],
  ['Password1!', 'weak'],
  ['xyxyxyxy', 'weak'],
  ['0812345678', 'weak'],
  ['Somying123', 'weak'],
  ['20012544', 'weak'],
  ['20-01-1987', 'weak'],
  ['๒๐๐๑๒๕๔๔', 'weak'],
  ['ｐａｓｓｗｏｒｄ', 'weak'],
  ['p\u200bassword', 'weak'],
  ['๐๘๑๒๓๔๕๖๗๘', 'weak'],
  ['somying2544', 'weak'],
  ['ฟหกดเ้่า', 'weak'],
  ['ฟหกดฟหกด', 'weak'],
  ['ຟໂຖຸູຄຕຈ', 'weak'],
  ['ฟ1ห2ก3ด4', 'weak'],
  ['q1w2e3r4t5', 'weak'],
  ['aabbaabb', 'weak'],
  ['11223344', 'weak'],
  ['qwertyui', 'weak'],
  ['qwer1234', 'weak'],
  ['รหัส1234', 'weak'],
  ['ปิงวังยม', 'fair'],
  ['99-99-9999x7q', 'fair'],
  ['kx7-q2mz', 'fair'],
  ['a river in autumn', 'strong'],
])('%j is %s', (password, strength) => {
  expect(passwordStrength(password, ['0812345678', 'Somying Jaidee'])).toBe(strength);
});
