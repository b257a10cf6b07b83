import { createContext, type ReactNode, useContext } from "react";

/** Whether whoever looks at the screen may come to an address, or do one change there. */
export type May = (address: string, change?: string) => boolean;

/** Outside the frame nothing is kept from anybody: the server asks again. */
export const MayContext = createContext<May>(() => true);

export const useMay = (): May => useContext(MayContext);

type Props = {
  /** The address that it leads to, or whose list does the change. */
  to: string;
  change?: string;
  /** What stands there for somebody who may not. */
  otherwise?: ReactNode;
  children: ReactNode;
};

/** A way to a screen, or the button of a change, for who may take it: the server asks again. */
export function IfMay({ to, change, otherwise = null, children }: Props) {
  const may = useMay();
  return may(to, change) ? children : otherwise;
}
