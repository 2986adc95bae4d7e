import { useCallback, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Addressed, Opening, SheetName, Sheets } from '@/shared/sheets';

/** The query part of an address that opens a sheet. */
export const sheetSearch = <Name extends SheetName>(name: Name, ...[params]: Opening<Name>) => searchOf(name, params);

const searchOf = (name: SheetName, params: object | undefined) => `?${new URLSearchParams({ sheet: name, ...params })}`;

/**
 * Sheets live in the URL (`?sheet=game&code=joker`), so that the phone's Back closes the sheet and not the app, and a
 * reload opens it again.
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
    // The next sheet replaces the current one, so that Back still leaves sheets altogether.
    <Name extends SheetName>(name: Name, ...[params]: Opening<Name>) => go(name, params, opened),
    [go, opened],
  );

  /** Opens a further page that belongs to this sheet: closing it, or Back, returns to where the member was. */
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

/** The sheet's parameters as they were when it opened: while it closes, the address no longer has them. */
export function useSheetParams<Name extends SheetName>(_name: Name): Addressed<Name> {
  const [search] = useSearchParams();
  const [params] = useState(() => Object.fromEntries(search) as Addressed<Name>);
  return params;
}

/** Stores the position within this sheet in the address: for a reload and for a return. */
export function useSheetNote<Name extends SheetName>(_name: Name): (params: Partial<Sheets[Name]>) => void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return (params) => {
    const next = new URLSearchParams({ ...Object.fromEntries(search), ...params });
    navigate({ pathname, search: `?${next}` }, { state, replace: true, preventScrollReset: true });
  };
}
