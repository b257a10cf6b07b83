import type * as z from "zod";

/**
 * A list inside a form: one group of fields for each of its entries, `items.0.title`, `items.0.text`
 * and so on. The numbers only keep the groups apart; their order is that of the form.
 */
export type FormValues = Readonly<Record<string, string>>;

const MAX_DIGITS = 4;

/** The numbers of the groups of a list, in the order of the form. */
export function groupNumbers(values: FormValues, list: string): number[] {
  const numbers = Object.keys(values)
    .filter((name) => name.startsWith(`${list}.`))
    .map((name) => name.slice(list.length + 1).split(".", 1)[0] ?? "")
    .filter((number) => /^\d+$/.test(number) && number.length <= MAX_DIGITS);
  return [...new Set(numbers.map(Number))];
}

/** The fields of one group, by their own names. */
export function groupOf(values: FormValues, list: string, number: number): Record<string, string> {
  const start = `${list}.${number}.`;
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.startsWith(start))
      .map(([name, value]) => [name.slice(start.length), value]),
  );
}

/** The entries of a list as the form sent them. */
export const groupsOf = (values: FormValues, list: string) =>
  groupNumbers(values, list).map((number) => groupOf(values, list, number));

/** The fields that show entries in a form. */
export function groupFields(list: string, entries: readonly object[]): Record<string, string> {
  return Object.fromEntries(
    entries.flatMap((entry, number) =>
      Object.entries(entry).map(([name, value]) => [
        `${list}.${number}.${name}`,
        Array.isArray(value) ? value.join("\n") : String(value ?? ""),
      ]),
    ),
  );
}

/** The labels of the fields of a list, to name where two versions differ. */
export function groupLabels(
  values: FormValues,
  list: string,
  noun: string,
  labels: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    groupNumbers(values, list).flatMap((number, place) =>
      Object.entries(labels).map(([name, label]) => [
        `${list}.${number}.${name}`,
        `${noun} ${place + 1}, ${label}`,
      ]),
    ),
  );
}

/** Checks each entry of a list; an error is reported under the name of its field. */
export function checkGroups<T>(
  values: FormValues,
  list: string,
  schema: z.ZodType<T>,
  context: Pick<z.core.$RefinementCtx, "addIssue">,
): T[] {
  return groupNumbers(values, list).flatMap((number) => {
    const checked = schema.safeParse(groupOf(values, list, number));
    if (checked.success) return [checked.data];
    for (const { path, message } of checked.error.issues) {
      context.addIssue({ code: "custom", path: [[list, number, ...path].join(".")], message });
    }
    return [];
  });
}
