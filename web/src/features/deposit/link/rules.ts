const HOST_LINK = /(?:(?:https?:)?\/\/)?gift\.truemoney\.com\/campaign\/?\?[^\s<>"']+/gi;

/** What nobody sees: soft hyphens, zero-width signs, marks of direction, byte-order marks. */
const UNSEEN = /\p{Cf}/gu;

/**
 * What of a pasted or shared text is sent: the one gift link in it, as people copy the whole message that TrueMoney made.
 * Where there is none, or more than one, the whole text, on one line: the server finds what can be found in it, a code
 * alone too, or says what is wrong.
 */
export function linkIn(pasted: string): string {
  const text = pasted.replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  const links = new Set(text.match(HOST_LINK));
  const [only] = links;
  return links.size === 1 && only ? only : text;
}
