/** A record that uses a file, and the screen where it is edited. */
export type Usage = { where: string; label: string; to: string };

/** How a use by the menu is called. */
export const IN_MENU = "Menu";

/** The records that use each file, by its id. */
export type Uses = Readonly<Record<string, readonly Usage[]>>;

/** The records that use a file, in one line. */
const usageText = (usage: readonly Usage[]): string =>
  usage.map(({ where, label }) => `${where} « ${label} »`).join(", ");

/** How many uses these files have. */
export const countUses = (uses: Uses, ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + (uses[id]?.length ?? 0), 0);

/** The uses of a file, for the question before it is deleted, hidden or replaced. */
export const usageWarning = (usage: readonly Usage[] = []): string | undefined =>
  usage.length > 0 ? `En service : ${usageText(usage)}.` : undefined;

/** The same for several files, each by its title. */
export function usageWarnings(
  rows: readonly { id: string; title: string }[],
  uses: Uses,
): string | undefined {
  const missed = rows.flatMap(({ id, title }) => {
    const usage = uses[id];
    return usage ? [`« ${title} » (${usageText(usage)})`] : [];
  });
  return missed.length > 0 ? `En service : ${missed.join(" ; ")}.` : undefined;
}
