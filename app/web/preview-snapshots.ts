import type { FederationEvent } from "../events/events.ts";
import type { News } from "../news/news.record.ts";
import type { WrittenPage } from "../pages/pages.ts";

/** A record as its page shows it, at the moment when somebody made a link to it. */
export type Snapshot =
  | { kind: "news"; article: News }
  | { kind: "events"; event: FederationEvent }
  | { kind: "pages"; written: WrittenPage };

const MOMENTS = new Set(["created_at", "dated_at", "ends_at", "public_from", "public_until"]);
const isMoment = (key: string) => MOMENTS.has(key) || /^registration_.*_at$/.test(key);

/** A snapshot as JSON keeps it, with its moments as such again. */
export const revived = (snapshot: Snapshot): Snapshot =>
  JSON.parse(JSON.stringify(snapshot), (key, value) =>
    typeof value === "string" && isMoment(key) ? new Date(value) : value,
  );
