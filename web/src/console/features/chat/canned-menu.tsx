import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Canned, Talk } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Kbd } from '@/console/kit/kbd';
import { cannedQuery } from './queries';

/** The canned answers that begin with, or are called, what stands behind a slash. */
export function useCanned(text: string) {
  const open = /^\/[^\n]*$/.test(text);
  const { data } = useQuery({ ...cannedQuery, enabled: open });
  const [place, setPlace] = useState(0);
  const typed = text.slice(1).trim().toLowerCase();
  const found = (data ?? []).filter(({ keys, title }) => keys.startsWith(typed) || title.toLowerCase().includes(typed));
  const at = Math.min(place, Math.max(0, found.length - 1));
  return {
    open,
    found,
    at,
    current: found[at],
    move: (by: number) => setPlace(found.length ? (at + by + found.length) % found.length : 0),
  };
}

interface Props {
  found: readonly Canned[];
  at: number;
  language: Talk['conversation']['language'];
  onChoose(answer: Canned): void;
}

export function CannedMenu({ found, at, language, onChoose }: Props) {
  const { t } = useI18n();
  return (
    <section
      aria-label={t('chat.canned')}
      className="absolute inset-x-3 bottom-full z-(--z-index-bar) mb-1 grid max-h-64 overflow-y-auto rounded-l border border-line bg-s1 p-1"
    >
      {found.length === 0 && <p className="px-3 py-2 text-t3">{t('chat.noCanned')}</p>}
      {found.map((answer, place) => (
        <button
          key={answer.code}
          type="button"
          aria-current={place === at}
          onClick={() => onChoose(answer)}
          className="grid gap-0.5 rounded-m px-3 py-2 text-left hover:bg-s2 aria-[current=true]:bg-s2"
        >
          <span className="flex items-center gap-2 font-semibold">
            {answer.title}
            {answer.keys && <Kbd>{`/${answer.keys}`}</Kbd>}
          </span>
          <span lang={language} className="truncate text-s text-t2">
            {answer.text[language]}
          </span>
        </button>
      ))}
    </section>
  );
}
