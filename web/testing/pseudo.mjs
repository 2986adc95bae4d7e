// A pseudo-language, made of the English texts: accented, 40 % longer, in brackets. A text without brackets is from no
// catalogue; a text that is cut or wider than the phone leaves no space for a longer language.

/** The catalogue files that the app loads; each combines others. */
const GROUPS = /\/i18n\/locales\/en\/(?:core|open|member|offers|chat|protection|errors)\.ts$/;

const PLAIN = 'aceinosuyAEINOUY';
const ACCENTED = 'áçéíñóšúýÁÉÍÑÓÚÝ';
const LONGER = 0.4;

/** "Deposit" is "⟦Depóósííšt⟧" or similar. Placeholders stay as they are. */
export function pseudo(text) {
  const said = text
    .split(/(\{\w+\})/)
    .map((part, place) => (place % 2 ? part : longer(part)))
    .join('');
  return `⟦${said}⟧`;
}

/** Doubles some letters, so that words grow as those of a longer language do. */
function longer(text) {
  let owed = 0;
  return [...text]
    .map((letter) => {
      const shown = ACCENTED[PLAIN.indexOf(letter)] ?? letter;
      if (!/\p{L}/u.test(letter)) return shown;
      owed += LONGER;
      if (owed < 1) return shown;
      owed -= 1;
      return shown + shown.toLowerCase();
    })
    .join('');
}

/** For Vite: in its mode `pseudo`, English is that language. */
export const pseudoTexts = {
  name: 'krapao-pseudo',
  apply: (_config, { mode }) => mode === 'pseudo',
  transform(code, id) {
    if (!GROUPS.test(id)) return undefined;
    const texts = code.replace(/export default /, 'const texts = ');
    return `import { pseudo } from ${JSON.stringify(import.meta.filename)};
${texts}
export default Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text)]));`;
  },
};

/** Runs in the page, before the app: records the server's texts, since they are from no catalogue either. */
export function hearAnswers() {
  const heard = new Set();
  window.heardAnswers = heard;
  const words = (value) => {
    if (typeof value === 'string') heard.add(value);
    else if (value && typeof value === 'object') Object.values(value).forEach(words);
  };
  const real = window.fetch;
  window.fetch = async (asked, how) => {
    const answer = await real(asked, how);
    await answer
      .clone()
      .json()
      .then(words, () => undefined);
    return answer;
  };
}

/** Runs in the page: lists its texts, visible or for a screen reader, that are from no catalogue and from no answer. */
export function strangeWords(known) {
  const ADDRESS = /https?:\/\/\S+/g;
  const LETTER = /\p{L}/u;
  const answers = partsOf([...window.heardAnswers, ...known]);
  const strange = new Set();

  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const { parentElement: place, textContent } = node;
    if (place.closest('script, style') || !place.checkVisibility({ checkVisibilityCSS: true })) continue;
    // Initials of a name: the name is beside them, and they are decorative.
    if (place.closest('[aria-hidden=true]') && answers.some((answer) => answer.startsWith(textContent))) continue;
    look(textContent);
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-valuetext', 'aria-roledescription'])
    for (const element of document.querySelectorAll(`[${name}]`)) look(element.getAttribute(name));
  return [...strange];

  /** The answers as they are, the texts of their HTML, and the text around addresses; the longest first. */
  function partsOf(said) {
    const parts = said.flatMap((answer) => {
      const { body } = new DOMParser().parseFromString(answer, 'text/html');
      const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
      const found = [answer, ...answer.split(ADDRESS)];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) found.push(node.textContent);
      return found.map((part) => part.trim());
    });
    return [...new Set(parts)].filter((part) => LETTER.test(part)).sort((one, other) => other.length - one.length);
  }

  function look(text) {
    if (answers.includes(text.trim())) return;
    let rest = text.replace(ADDRESS, ' ');
    for (let before = ''; before !== rest; ) {
      before = rest;
      rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
    }
    // Two letters of an answer occur in many words.
    for (const answer of answers) if (answer.length > 2) rest = rest.replaceAll(answer, ' ');
    if (LETTER.test(rest)) strange.add(text.trim());
  }
}
