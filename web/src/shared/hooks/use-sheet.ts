import { useCallback, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Addressed, Opening, SheetName, Sheets } from '@/shared/sheets';

/** What an address ends with that opens a sheet. */
export const sheetSearch = <Name extends SheetName>(name: Name, ...[params]: Opening<Name>) => searchOf(name, params);

const searchOf = (name: SheetName, params: object | undefined) => `?${new URLSearchParams({ sheet: name, ...params })}`;

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
    (name: SheetName, params: object | undefined, replace: boolean) => {
      const next = searchOf(name, params);
      navigate({ pathname, search: next }, { state: { sheet: true }, replace, preventScrollReset: true });
    },
    [navigate, pathname],
  );

  const open = useCallback(
    // From one sheet to another: take its place, so that Back still leaves sheets altogether.
    <Name extends SheetName>(name: Name, ...[params]: Opening<Name>) => go(name, params, opened),
    [go, opened],
  );

  /** A step aside that belongs to this sheet: closing it, or Back, comes back to where the member was. */
  const openOver = useCallback(
    <Name extends SheetName>(name: Name, ...[params]: Opening<Name>) => go(name, params, false),
    [go],
  );

  const close = useCallback(() => {
    if (opened) navigate(-1);
    else navigate({ pathname }, { replace: true, preventScrollReset: true });
  }, [navigate, pathname, opened]);

  return { name: search.get('sheet'), open, openOver, close };
}

/**
 * What the address says of this sheet, as it stood when the sheet came: while it moves out, the address no longer names it.
 */
export function useSheetParams<Name extends SheetName>(_name: Name): Addressed<Name> {
  const [search] = useSearchParams();
  const [params] = useState(() => Object.fromEntries(search) as Addressed<Name>);
  return params;
}

/** Notes in the address where the member is within this sheet: for a reload and for coming back. */
export function useSheetNote<Name extends SheetName>(_name: Name): (params: Partial<Sheets[Name]>) => void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return (params) => {
    const next = new URLSearchParams({ ...Object.fromEntries(search), ...params });
    navigate({ pathname, search: `?${next}` }, { state, replace: true, preventScrollReset: true });
  };
}
