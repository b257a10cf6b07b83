/** The form of every id. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text looks like an id; anything else matches no row and is never sent to the database. */
export function isId(value: string | undefined): value is string {
  return value !== undefined && UUID.test(value);
}
