/** Picks the fields of a record that a screen shows, so that no others are sent to the browser. */
export function pick<T extends object, Name extends keyof T>(
  record: T,
  names: readonly Name[],
): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, Name>;
}
