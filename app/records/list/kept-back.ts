/**
 * What a row holds that nobody looks at who changes it: it is locked and compared without these. The roles of the
 * office are not granted them (database/office-rights.sql).
 */
export const KEPT_BACK: Readonly<Record<string, readonly string[]>> = {
  // Where it came from, which limits alone look at.
  event_registrations: ["network", "wider_network", "browser"],
};
