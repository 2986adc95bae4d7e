import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api, unwrap } from '@/console/api/client';
import type { Me, Preference, Theme } from '@/console/api/contract';
import { currentLocale, rememberedLocale, setLocale } from '@/console/i18n';
import { chosenTheme, setTheme } from '@/console/kit/theme';
import type { Locale } from '@/shared/i18n/types';
import { meQuery } from './queries';
import { forgetOperator } from './query-client';

export function useMe(): Me | null {
  return useSuspenseQuery(meQuery).data;
}

/** Draws as the operator prefers it, unless this browser was told otherwise. */
export function usePreference({ operator, preference }: Me): void {
  const apply = useEffectEvent(() => {
    if (!preference || rememberedLocale()) return;
    setTheme(preference.theme);
    setLocale(preference.locale).catch(() => undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each operator who signs in
  useEffect(() => apply(), [operator.name]);
}

interface Account {
  chooseLocale(locale: Locale): void;
  chooseTheme(theme: Theme): void;
  signOut(): void;
}

/** What an operator does with its own account. A preference holds here at once, and is kept for other browsers. */
export function useAccount(): Account {
  const client = useQueryClient();
  function keep() {
    const me = client.getQueryData(meQuery.queryKey);
    if (!me) return;
    const preference: Preference = {
      locale: currentLocale(),
      theme: chosenTheme(),
      kinds: me.preference?.kinds ?? [],
    };
    const changed: Me = { ...me, preference };
    client.setQueryData(meQuery.queryKey, changed);
    // This browser remembers it in any case.
    if (me.may.includes('keepPreference'))
      unwrap(api.PUT('/api/me/preference', { body: preference })).catch(() => undefined);
  }
  return {
    chooseLocale(locale) {
      setLocale(locale).then(keep, () => undefined);
    },
    chooseTheme(theme) {
      setTheme(theme);
      keep();
    },
    signOut() {
      // Whatever the answer: who leaves sees nothing any more.
      unwrap(api.POST('/api/me/signout')).catch(() => undefined);
      forgetOperator(client);
    },
  };
}
