import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Names of the sheets; app/sheets.tsx says which component each one is. */
export type SheetName =
  | 'agreement'
  | 'conditions'
  | 'password'
  | 'protection'
  | 'limit'
  | 'pause'
  | 'sessions'
  | 'video'
  | 'bank-name'
  | 'deposit'
  | 'held'
  | 'withdraw'
  | 'transfer'
  | 'game'
  | 'receipt'
  | 'slips'
  | 'bonus'
  | 'promotion'
  | 'invite'
  | 'receive'
  | 'refund'
  | 'banners'
  | 'prize'
  | 'claim'
  | 'proof'
  | 'chat';

/**
 * Sheets live in the URL (`?sheet=game&code=joker`), so that the phone's Back closes the sheet and not the app,
 * and a reload opens it again.
 */
export function useSheet() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, state } = location;
  const opened = (state as { sheet?: boolean } | null)?.sheet === true;

  const go = useCallback(
    (name: SheetName, params: Record<string, string>, replace: boolean) => {
      const next = new URLSearchParams({ sheet: name, ...params });
      navigate({ pathname, search: `?${next}` }, { state: { sheet: true }, replace, preventScrollReset: true });
    },
    [navigate, pathname],
  );

  const open = useCallback(
    // From one sheet to another: take its place, so that Back still leaves sheets altogether.
    (name: SheetName, params: Record<string, string> = {}) => go(name, params, opened),
    [go, opened],
  );

  /** A step aside that belongs to this sheet: closing it, or Back, comes back to where the member was. */
  const openOver = useCallback((name: SheetName, params: Record<string, string> = {}) => go(name, params, false), [go]);

  /** Notes in the address where the member is within the sheet: for a reload and for coming back. */
  const note = useCallback(
    (params: Record<string, string>) => {
      const next = new URLSearchParams(search);
      for (const [key, value] of Object.entries(params)) next.set(key, value);
      navigate({ pathname, search: `?${next}` }, { state, replace: true, preventScrollReset: true });
    },
    [navigate, pathname, search, state],
  );

  const close = useCallback(() => {
    if (opened) navigate(-1);
    else navigate({ pathname }, { replace: true, preventScrollReset: true });
  }, [navigate, pathname, opened]);

  return { name: search.get('sheet'), param: (key: string) => search.get(key), open, openOver, note, close };
}
