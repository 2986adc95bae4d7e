import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Icon, type IconName } from './icon';

interface Tab<Name extends string> {
  name: Name;
  text: string;
  icon: IconName;
}

interface Props<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose(name: Name): void;
  /** A finger or a pointer comes near: time to prefetch the tab's content. */
  onNear?(name: Name): void;
  children: ReactNode;
}

/**
 * Tabs, of which one is shown. Arrows, Home and End move between them as in every tab list (WAI-ARIA: the focused tab
 * is the selected one); Tab moves on to the content. Base UI's tabs would weigh 7 kB more than this file.
 */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, onNear, children }: Props<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`[id="${id}-${next.name}"]`)?.focus();
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-1 rounded-l bg-s2 p-1"
      >
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
            onPointerEnter={() => onNear?.(tab.name)}
            onPointerDown={() => onNear?.(tab.name)}
            className="grid min-h-14 min-w-0 flex-1 content-center justify-items-center gap-0.5 rounded-m px-1 py-1 text-center text-xs text-t2 transition-colors duration-120 hover:text-t1 aria-selected:bg-s3 aria-selected:font-semibold aria-selected:text-gold"
          >
            <Icon name={tab.icon} size="m" />
            <span className="max-w-full [overflow-wrap:anywhere]">{tab.text}</span>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className="pt-4">
        {children}
      </div>
    </>
  );
}
