import { createContext } from "react-router";

/** The administrator behind a request to the back office, as the guard found them. */
export type StaffAccount = { id: string; name: string; email: string };

export const staffContext = createContext<StaffAccount>();
