import { labelOf, NOTIONS } from "../frame/notions.ts";

/** The notions that have a place of this kind on the dashboard, in its order. */
const placed = (kind: "counter" | "creation") =>
  NOTIONS.flatMap((notion) => {
    const place = notion.dashboard?.[kind];
    const [records] = notion.records;
    return place !== undefined && records ? [{ notion, records, place }] : [];
  }).sort((a, b) => a.place - b.place);

/** What the dashboard counts. */
export const COUNTERS = placed("counter").map(({ notion, records }) => ({
  table: records.table,
  label: labelOf(notion),
  to: notion.address,
  icon: notion.icon,
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
