import { LINKS } from "../frame/navigation.ts";
import { NOTIONS } from "../frame/notions.ts";

/** The notions that have a place of this kind on the dashboard, in its order. */
const placed = (kind: "counter" | "creation") =>
  NOTIONS.flatMap((notion) => {
    const place = notion.dashboard?.[kind];
    const [records] = notion.records;
    const line = LINKS.find(({ to }) => to === notion.address);
    return place !== undefined && records && line ? [{ notion, records, line, place }] : [];
  }).sort((a, b) => a.place - b.place);

/** What the dashboard counts. */
export const COUNTERS = placed("counter").map(({ notion, records, line: { to, label, icon } }) => ({
  table: records.table,
  label,
  to,
  icon,
  tests: notion.dashboard?.tests,
}));

/** What can be made anew from the dashboard. */
export const CREATIONS = placed("creation").map(({ notion, records: { words } }) => {
  const name = words.one.toLowerCase();
  const adjective = words.feminine
    ? "Nouvelle"
    : /^[aeiouyàâéèêëîïôöùûü]/.test(name)
      ? "Nouvel"
      : "Nouveau";
  return { label: `${adjective} ${name}`, to: `${notion.address}/new` };
});
