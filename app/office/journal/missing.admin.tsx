import { data } from "react-router";

/** Addresses that lead nowhere stand behind the guard too: a stranger learns nothing from them. */
export function loader() {
  throw data(null, 404);
}

export default function MissingAdmin() {
  return null;
}
