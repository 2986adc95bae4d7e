/** What Testing Library asks of an element's style for each query: is it shown, and can it be pressed? */
const ASKED = ['display', 'visibility', 'opacity', 'pointer-events'] as const;
type Asked = (typeof ASKED)[number];

const NAMES = new Map<PropertyKey, Asked>([
  ...ASKED.map((name) => [name, name] as const),
  ['pointerEvents', 'pointer-events'],
]);

/** What of these an element has from its parent, and the value that does not show whether it has. */
const INHERITED = new Map<Asked, string>([
  ['visibility', 'visible'],
  ['pointer-events', 'auto'],
]);

/** The attributes that rules about these are for: in jsdom's own style sheet, in that of setup-jsdom.ts, and the element's. */
const DECIDING = ['hidden', 'type', 'open', 'style'];

/** A window's own answer, beside the one that took its place: files of tests share a window, and each sets it up. */
const OWN = Symbol.for('the style as jsdom computes it');
type Answers = typeof window.getComputedStyle & { [OWN]?: typeof window.getComputedStyle };

/** The style as jsdom computes it. */
export const computedStyle = (element: Element) =>
  ((window.getComputedStyle as Answers)[OWN] ?? window.getComputedStyle)(element);

/**
 * Answers these questions without jsdom's rules. jsdom applies all of them to each element, anew after each change of the
 * document, which was a quarter of the time of all page tests. Elements of one name with the same attributes have the same
 * style here, so jsdom computes it once. All other questions are jsdom's, and those about a summary, whose rule asks for
 * its place, and a popover, whose state is no attribute.
 */
export function answerWhatIsShown(): void {
  if (OWN in window.getComputedStyle) return;
  const computed = window.getComputedStyle.bind(window);
  const known = new Map<string, Record<Asked, string>>();

  const own = (element: Element): Record<Asked, string> => {
    let key = element.localName;
    for (const name of DECIDING) key += `|${element.getAttribute(name) ?? '-'}`;
    if (element.classList.contains('invisible')) key += '|invisible';
    let style = known.get(key);
    if (!style) {
      const alone = computed(element.cloneNode(false) as Element);
      style = Object.fromEntries(ASKED.map((name) => [name, alone.getPropertyValue(name)])) as Record<Asked, string>;
      known.set(key, style);
    }
    return style;
  };

  const answer = (element: Element, name: Asked): string => {
    const plain = INHERITED.get(name);
    const value = own(element)[name];
    if (plain === undefined || value !== plain || !element.parentElement) return value;
    return (element as HTMLElement).style.getPropertyValue(name) || answer(element.parentElement, name);
  };

  const answers: Answers = (element, pseudo) => {
    if (pseudo || element.localName === 'summary' || element.hasAttribute('popover')) return computed(element, pseudo);
    let whole: CSSStyleDeclaration | undefined;
    const all = () => {
      whole ??= computed(element);
      return whole;
    };
    const says = (name: string) => {
      const asked = NAMES.get(name);
      return asked ? answer(element, asked) : all().getPropertyValue(name);
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue') return says;
        const asked = NAMES.get(name);
        if (asked) return answer(element, asked);
        const value: unknown = Reflect.get(all(), name);
        return typeof value === 'function' ? value.bind(all()) : value;
      },
      has: (_, name) => name in all(),
    });
  };
  answers[OWN] = computed;
  window.getComputedStyle = answers;
}
