import { useState } from 'react';
import { KEYS, tab } from '@/shared/session/storage';

/** A link without an answer yet. */
export interface OpenLink {
  reference: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Kept over a reload, until it is settled or the tab is closed. */
export function useOpenLink() {
  const [open, setOpen] = useState(read);
  return {
    open,
    remember(reference: string) {
      const link = { reference, at: Date.now() };
      tab.set(KEYS.openLink, JSON.stringify(link));
      setOpen(link);
    },
    forget() {
      tab.remove(KEYS.openLink);
      setOpen(undefined);
    },
  };
}

function read(): OpenLink | undefined {
  try {
    return (JSON.parse(tab.get(KEYS.openLink) ?? 'null') as OpenLink | null) ?? undefined;
  } catch {
    return undefined;
  }
}
