/** One place where a file is used: what it is called, and the screen where it is changed. */
export type Usage = { where: string; label: string; to: string };

/** Where files are used, by their ids: as a list tells it. */
export type Uses = Readonly<Record<string, readonly Usage[]>>;

/** The places where a file is used, in one line. */
export const placesOf = (usage: readonly Usage[]): string =>
  usage.map(({ where, label }) => `${where} « ${label} »`).join(", ");

/** How many places would miss these files. */
export const countUses = (uses: Uses, ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + (uses[id]?.length ?? 0), 0);

/** Where a file would be missed, for the question before it is deleted, hidden or replaced. */
export const usageWarning = (usage: readonly Usage[] = []): string | undefined =>
  usage.length > 0 ? `En service : ${placesOf(usage)}.` : undefined;

/** The same for several files, each by its title. */
export function usageWarnings(
  rows: readonly { id: string; title: string }[],
  uses: Uses,
): string | undefined {
  const missed = rows.flatMap(({ id, title }) => {
    const usage = uses[id];
    return usage ? [`« ${title} » (${placesOf(usage)})`] : [];
  });
  return missed.length > 0 ? `En service : ${missed.join(" ; ")}.` : undefined;
}
