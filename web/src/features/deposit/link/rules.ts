/**
 * The link inside of what was pasted: people copy the whole message that TrueMoney made. What has no address in it goes
 * to the server as it is, which says what is wrong with it.
 */
export function linkIn(pasted: string): string {
  const text = pasted.trim();
  return text.match(/https?:\/\/[^\s<>"']+/i)?.[0] ?? text;
}
