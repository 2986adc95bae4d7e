import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Names of the sheets; app/sheets.tsx says which component each one is. */
export type SheetName =
  | 'agreement'
  | 'conditions'
  | 'password'
  | 'video'
  | 'bank-name'
  | 'deposit'
  | 'withdraw'
  | 'transfer'
  | 'game'
  | 'receipt'
  | 'slips'
  | 'bonus'
  | 'promotion'
  | 'invite'
  | 'refund'
  | 'banners'
  | 'chat';

/**
 * Sheets live in the URL (`?sheet=game&code=joker`), so that the phone's Back closes the sheet and not the app,
 * and a reload opens it again.
 */
export function useSheet() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const opened = (location.state as { sheet?: boolean } | null)?.sheet === true;
  const { pathname } = location;

  const open = useCallback(
    (name: SheetName, params: Record<string, string> = {}) => {
      const next = new URLSearchParams({ sheet: name, ...params });
      // From one sheet to another: take its place, so that Back still leaves sheets altogether.
      navigate({ pathname, search: `?${next}` }, { state: { sheet: true }, replace: opened, preventScrollReset: true });
    },
    [navigate, pathname, opened],
  );

  const close = useCallback(() => {
    if (opened) navigate(-1);
    else navigate({ pathname }, { replace: true, preventScrollReset: true });
  }, [navigate, pathname, opened]);

  return { name: search.get('sheet'), param: (key: string) => search.get(key), open, close };
}
