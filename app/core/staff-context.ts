import { createContext } from "react-router";
import { NO_RIGHTS, type Rights } from "./values/roles.ts";

/** The member of staff behind a request to the back office, as the guard found them. */
export type StaffAccount = { id: string; name: string; email: string };

export const staffContext = createContext<StaffAccount>();

/** What they may do. */
export const rightsContext = createContext<Rights>(NO_RIGHTS);

/**
 * The session of that request. An action may give the browser a new cookie for it; what is read after
 * the action still knows which one it is.
 */
export const sessionContext = createContext<string | undefined>(undefined);
