// The version of each record that somebody saw who presses a button: its id with the moment of its last change.

type Seen = { id: string; updated_at: Date };

/** Seen versions as a form sends them. */
export const formatSeen = (...rows: readonly Seen[]): string =>
  rows.map(({ id, updated_at }) => `${id}@${updated_at.getTime()}`).join(",");

/** The moments that a form sent, by id. Unreadable entries are left out. */
export function parseSeen(text: string): Map<string, number> {
  return new Map(
    text.split(",").flatMap((one) => {
      const [id = "", moment = ""] = one.split("@");
      return /^\d{1,15}$/.test(moment) ? [[id, Number(moment)] as const] : [];
    }),
  );
}

/** The moments of the rows of a list, in milliseconds, as a page carries them: in few letters. */
export const packMoments = (moments: readonly number[]): string =>
  moments.map((moment) => moment.toString(36)).join(".");

/** The inverse of `packMoments`. */
export const unpackMoments = (packed: string): number[] =>
  packed ? packed.split(".").map((moment) => Number.parseInt(moment, 36)) : [];
