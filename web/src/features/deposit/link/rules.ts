const HOST_LINK = /(?:(?:https?:)?\/\/)?gift\.truemoney\.com\/campaign\/?\?[^\s<>"']+/gi;

/** Invisible characters: soft hyphens, zero-width characters, direction marks, byte-order marks. */
const UNSEEN = /\p{Cf}/gu;

/**
 * The text that is sent of a pasted or shared text. Members copy TrueMoney's whole message, so this takes the one gift
 * link in it. If there is none, or more than one, it takes the whole text on one line: the server finds a link or a
 * code in it, or says what is wrong.
 */
export function linkIn(pasted: string): string {
  const text = pasted.replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  const links = new Set(text.match(HOST_LINK));
  const [only] = links;
  return links.size === 1 && only ? only : text;
}
