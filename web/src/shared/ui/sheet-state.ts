import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

/** What the host of `?sheet=` tells the sheet it shows. */
export interface SheetState {
  open: boolean;
  /** Its first drawing is over. What moves in is drawn closed first: the library shows at once what is open from the start. */
  drawn: boolean;
  /** Asks to close: Escape, a swipe, a tap beside, a button. */
  close(): void;
  /** The closing movement has ended; the host takes the sheet down. */
  closed(): void;
  /** Stands around what the sheet shows: before it, or in its place. */
  Frame?: ComponentType<{ children: ReactNode }> | undefined;
  /** A question that may open over whatever the sheet shows. */
  over?: ReactNode;
}

export const SheetContext = createContext<SheetState | undefined>(undefined);

/** Inside a sheet: closes it. */
export function useSheetState(): SheetState {
  const state = useContext(SheetContext);
  if (!state) throw new Error('a sheet is shown outside its host');
  return state;
}
