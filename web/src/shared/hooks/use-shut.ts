import { createContext, useContext } from 'react';

/** Whether the member is shut out of play, by a break or an exclusion; the member's layout says so. */
export const ShutContext = createContext(false);

export const useShut = () => useContext(ShutContext);
