/**
 * The strength of a password while it is typed. It is only a hint: the server knows the most common ones, and decides.
 */
export type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** The server's minimum length of a password (API.md, Account). */
export const PASSWORD_MIN = 8;
const COMMON =
  /^(pass(word)?|qwerty|iloveyou|admin|welcome|letmein|dragon|monkey|krapao|thailand|football|abc|รหัส(ผ่าน)?|สวัสดี|รักเธอ)?[\d!@#.]*$/;
/** Birthdays, in the common and in the Buddhist calendar. */
const DATES = (() => {
  const [day, month, year] = ['(0?[1-9]|[12]\\d|3[01])', '(0?[1-9]|1[0-2])', '(19|20|24|25)\\d\\d'];
  const orders = [
    [day, month, year],
    [month, day, year],
    [year, month, day],
    [year, day, month],
  ];
  return new RegExp(orders.map((parts) => parts.join('[-/. ]?')).join('|'), 'g');
})();
const YEARS = /(19|20|24|25)\d\d/g;
/** Rows of keys, on an English, a Thai and a Lao keyboard. */
const ROWS = [
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ...['ภถุึคตจขช', 'ๆไำพะัีรนยบล', 'ฟหกดเ้่าสวง', 'ผปแอิืทมใฝ'],
  ...['ຢຟໂຖຸູຄຕຈຂຊ', 'ົໄຳພະິີຮນຍບລ', 'ັຫກດເ້່າສວງ', 'ຜປແອຶືທມໃຝ'],
].map((row) => [...row]);

/** `about` holds known facts about the member: the phone, names. */
export function passwordStrength(password: string, about: readonly string[] = []): Strength {
  if ([...password].length < PASSWORD_MIN) return 'short';
  const plain = fold(password);
  const rest = about.reduce((text, known) => withoutWords(text, fold(known)), plain);
  const undated = (rest === plain ? plain : rest.replace(YEARS, '')).replace(DATES, '');
  if (COMMON.test(plain) || novelty(undated) < 4) return 'weak';
  return novelty(plain) >= 12 ? 'strong' : 'fair';
}

/** One way to write a text: as the server folds it, but for sara am, which stays one key. */
function fold(text: string): string {
  return text
    .replace(/[^\u0e00-\u0eff]+/gu, (part) => part.normalize('NFKD'))
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Script=Inherited}]/gu, '')
    .replace(/[\u0e50-\u0e59\u0ed0-\u0ed9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .toLowerCase();
}

function withoutWords(text: string, known: string): string {
  const words = [known, ...known.split(/\s+/), known.replace(/^0/, '')].filter((word) => word.length > 2);
  return words.reduce((left, word) => left.split(word).join(''), text);
}

/** The number of characters that can't be predicted: neither a repetition, nor doubled (aabbcc), nor two runs in turns (q1w2e3). */
function novelty(text: string): number {
  const signs = [...text];
  const [even, odd] = [0, 1].map((side) => runs(signs.filter((_, at) => at % 2 === side)));
  const single = signs.filter((sign, at) => sign !== signs[at - 1]).join('');
  return Math.min(runs([...unit(text)]), runs([...unit(single)]), (even ?? 0) + (odd ?? 0));
}

/** The number of runs: abc, 987, aaa and asdf are one each, and so is every other character. */
function runs(signs: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < signs.length; count += 1) {
    const step = stepOf(signs[at], signs[at + 1]);
    let end = at + 1;
    while (step && stepOf(signs[end - 1], signs[end]) === step) end += 1;
    at = end - at >= 3 ? end : at + 1;
  }
  return count;
}

/** How one sign follows another: by one in the alphabet or along a row of keys, or not at all. */
function stepOf(one = '', next = ''): string | undefined {
  const by = (next.codePointAt(0) ?? Number.NaN) - (one.codePointAt(0) ?? 0);
  if (Math.abs(by) <= 1) return `${by}`;
  for (const [row, keys] of ROWS.entries()) {
    const along = keys.indexOf(next) - keys.indexOf(one);
    if (keys.includes(one) && keys.includes(next) && Math.abs(along) === 1) return `${row}:${along}`;
  }
  return undefined;
}

function unit(text: string): string {
  for (let length = 1; length * 2 <= text.length; length += 1) {
    if (text.slice(length) === text.slice(0, -length)) return text.slice(0, length);
  }
  return text;
}
