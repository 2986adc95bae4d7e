// The longest that a member can be called, and the largest sums, in every answer of the server: no page and no sheet may
// grow wider than a small phone by them, nor cut what they say.

/** 80 letters, as long as the field of registration takes: of one word, and of two. */
const NAMES = {
  th: ['พงศ์พิพัฒน์เตชะเรืองกิจวัฒนา', 'ณัฐกฤตาภัทรานิษฐ์ วรรณพฤกษ์ไพศาลสกุลชัย'],
  lo: ['ພົງພິພັດເຕຊະເຮືອງກິດວັດທະນາ', 'ນັດກິດຕາພັດທະລານິດ ວັນນະພຶກໄພສານສະກຸນໄຊ'],
  en: ['PHONGPHIPHATTECHARUNGRUANGKIT', 'PHONGPHIPHAT TECHARUNGRUANGKITWATTHANA'],
};

/** One of the two, by turns. */
export const nameFor = (locale, turn) => {
  const [word, words] = NAMES[locale];
  return (turn % 2 ? `${words} ` : word).repeat(5).slice(0, 80).trim();
};

/** Runs in the page, before the app: what it fetches comes stretched. Sent as text, so it stands on nothing outside itself. */
export function stretchAnswers({ name, most }) {
  const NAME = /^(name|bankAccountName|walletAccountName)$/;
  const SUM =
    /^(amount|balance|reserved|held|owed|used|left|deposits|withdrawals|refundAmount|deposit|withdraw|loss|before|base|own|target|floor|returned|kept|cap|success)$/;
  const stretch = (value, key, beside) => {
    if (Array.isArray(value)) return value.map((one) => stretch(one, key));
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([own, one]) => [own, stretch(one, own, value)]));
    if (typeof value === 'string' && NAME.test(key)) return name;
    const sum = SUM.test(key) || (key === 'total' && beside?.slots);
    // A game's credits are worth their factor.
    return typeof value === 'number' && sum ? most / (beside?.ftWalletSlot ?? 1) : value;
  };
  const real = window.fetch;
  window.fetch = async (asked, how) => {
    const answer = await real(asked, how);
    if (!new URL(asked.url ?? asked, location.href).pathname.startsWith('/api/')) return answer;
    const said = await answer.text();
    let body = said;
    try {
      body = JSON.stringify(stretch(JSON.parse(said)));
    } catch {
      // No JSON: nothing to stretch.
    }
    return new Response(body, answer);
  };
}

/** Runs in the page: words that lie outside the window, or outside of what cuts them off, with neither dots nor a way to them. */
export function cutWords() {
  const cut = new Set();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    if (!node.textContent.trim() || !node.parentElement.checkVisibility({ checkVisibilityCSS: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const limit = limitOf(node.parentElement);
      if (limit && (rect.right > limit.right + 1 || rect.left < limit.left - 1)) cut.add(node.textContent.trim());
    }
  }
  return [...cut];

  /** The sides that the words must keep within; none where they may go on. */
  function limitOf(element) {
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.overflowX === 'visible') continue;
      const box = one.getBoundingClientRect();
      // Dots say that there is more; a rail is there to be moved; one pixel is for screen readers.
      if (style.textOverflow === 'ellipsis' || one.classList.contains('overflow-x-auto') || box.width <= 1)
        return undefined;
      return box;
    }
    return { left: 0, right: document.documentElement.clientWidth };
  }
}
