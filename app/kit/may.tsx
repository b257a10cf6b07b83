import { createContext, type ReactNode, useContext } from "react";

/** Whether the signed-in account may open an address, or make one change there. */
export type May = (address: string, change?: string) => boolean;

/** Outside the frame everything is allowed: the server checks again. */
export const MayContext = createContext<May>(() => true);

export const useMay = (): May => useContext(MayContext);

type Props = {
  /** The address of the link, or of the list that makes the change. */
  to: string;
  change?: string;
  /** What is shown to an account that may not. */
  otherwise?: ReactNode;
  children: ReactNode;
};

/** Shows a link or a button only to an account that may use it; the server checks again. */
export function IfMay({ to, change, otherwise = null, children }: Props) {
  const may = useMay();
  return may(to, change) ? children : otherwise;
}
