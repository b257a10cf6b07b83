import { createContext, useContext } from "react";

/** Whether whoever looks at the screen may come to an address, or do one change there. */
export type May = (address: string, change?: string) => boolean;

/** Outside the frame nothing is kept from anybody: the server asks again. */
export const MayContext = createContext<May>(() => true);

export const useMay = (): May => useContext(MayContext);
