import { useI18n } from '@/console/i18n';
import type { PlainKey } from '@/console/i18n/types';
import { Dialog } from '@/console/kit/dialog';
import type { Section } from './sections';

const DECISIONS = ['approve', 'reject', 'withdraw', 'stop'] as const;

interface Group {
  name: PlainKey;
  keys: readonly (readonly [keys: string, name: PlainKey])[];
}

const everywhere = (parts: readonly Section[]): Group => ({
  name: 'keys.everywhere',
  keys: [
    ['/  ⌘K  Ctrl K', 'keys.palette'],
    ['?', 'keys.help'],
    ...parts.map(({ letter, name }) => [`g ${letter}`, name] as const),
  ],
});

const WITHIN: readonly Group[] = [
  {
    name: 'keys.list',
    keys: [
      ['j  k', 'keys.move'],
      ['Enter', 'keys.open'],
      ['Esc', 'keys.back'],
      ['n', 'keys.next'],
      ['c  u', 'keys.claim'],
    ],
  },
  {
    name: 'keys.decide',
    keys: [...DECISIONS.map((what) => [what.slice(0, 1), `keys.${what}`] as const), ['Enter', 'keys.send']],
  },
];

/** All keys. They are places on the keyboard, so they work with Thai and Lao letters, too. */
export default function KeyList({ parts, onClose }: { parts: readonly Section[]; onClose(): void }) {
  const { t } = useI18n();
  return (
    <Dialog open title={t('keys.title')} onClose={onClose}>
      <section
        aria-label={t('keys.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="grid min-h-0 content-start gap-4 overflow-y-auto px-4 pt-1 pb-5 focus-visible:-outline-offset-2"
      >
        {[everywhere(parts), ...WITHIN].map(({ name, keys }) => (
          <section key={name} className="grid gap-1">
            <h3 className="text-xs text-t3">{t(name)}</h3>
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
              {keys.map(([press, what]) => (
                <div key={what} className="contents">
                  <dt className="py-1">{t(what)}</dt>
                  <dd className="flex justify-end gap-1 py-1">
                    {press.split('  ').map((one) => (
                      <kbd key={one} className="rounded-s border border-control px-1.5 font-sans text-xs text-t2">
                        {one}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
