// The longest name of a member and the largest sums, in every answer of the server. No page and no sheet may become
// wider than a small phone by them, or cut its texts.

/** 80 letters, the maximum of the field at registration: of one word, and of two. */
const NAMES = {
  th: ['พงศ์พิพัฒน์เตชะเรืองกิจวัฒนา', 'ณัฐกฤตาภัทรานิษฐ์ วรรณพฤกษ์ไพศาลสกุลชัย'],
  lo: ['ພົງພິພັດເຕຊະເຮືອງກິດວັດທະນາ', 'ນັດກິດຕາພັດທະລານິດ ວັນນະພຶກໄພສານສະກຸນໄຊ'],
  en: ['PHONGPHIPHATTECHARUNGRUANGKIT', 'PHONGPHIPHAT TECHARUNGRUANGKITWATTHANA'],
};

/** One of the two, in turns. */
export const nameFor = (locale, turn) => {
  const [word, words] = NAMES[locale];
  return (turn % 2 ? `${words} ` : word).repeat(5).slice(0, 80).trim();
};

/**
 * Runs in the page, before the app: stretches the answers of its requests. It is sent as text, so it uses nothing
 * outside itself.
 */
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
    // A game's credits times their factor are its balance.
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
      // Not JSON: nothing to stretch.
    }
    return new Response(body, answer);
  };
}

/**
 * Runs in the page: finds text outside the window, or outside the box that cuts it, that has neither dots nor a scroll.
 */
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

  /** The edges that the text must keep within; none if it can be scrolled. */
  function limitOf(element) {
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.overflowX === 'visible') continue;
      const box = one.getBoundingClientRect();
      // Dots show that there is more; a rail scrolls; one pixel is for screen readers.
      if (style.textOverflow === 'ellipsis' || one.classList.contains('overflow-x-auto') || box.width <= 1)
        return undefined;
      return box;
    }
    return { left: 0, right: document.documentElement.clientWidth };
  }
}
