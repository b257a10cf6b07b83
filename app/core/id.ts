/** The form of every id. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id: anything else is nobody's, and never reaches the database. */
export function isId(value: string | undefined): value is string {
  return value !== undefined && UUID.test(value);
}
