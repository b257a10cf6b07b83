import type { ReactNode } from "react";
import { useMay } from "./may.ts";

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
