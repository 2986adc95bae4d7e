import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

/** What the host of `?sheet=` passes to the sheet it shows. */
export interface SheetState {
  open: boolean;
  /**
   * True after its first render. A sheet with an opening animation is rendered closed first: the library shows a sheet
   * at once if it is open from the start.
   */
  drawn: boolean;
  /** Requests to close: Escape, a swipe, a tap outside, a button. */
  close(): void;
  /** The closing animation has ended; the host removes the sheet. */
  closed(): void;
  /** Surrounds the sheet's content: shown before it, or in its place. */
  Frame?: ComponentType<{ children: ReactNode }> | undefined;
  /** A question that may open over the sheet's content. */
  over?: ReactNode;
}

export const SheetContext = createContext<SheetState | undefined>(undefined);

/** Inside a sheet: closes it. */
export function useSheetState(): SheetState {
  const state = useContext(SheetContext);
  if (!state) throw new Error('a sheet is shown outside its host');
  return state;
}
