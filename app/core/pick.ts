/** Some fields of a record: what a screen shows, so that no more of it goes to the browser. */
export function pick<T extends object, Name extends keyof T>(
  record: T,
  names: readonly Name[],
): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, Name>;
}
