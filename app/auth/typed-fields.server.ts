import type { Typed } from "../platform/check-fields.ts";
import { readFields, UnreadableForm } from "../platform/form.server.ts";

/** The fields of a form of the entrance. One that cannot be read has none, and is answered as empty. */
export async function typedFields(request: Request): Promise<Typed> {
  try {
    return await readFields(request);
  } catch (error) {
    if (error instanceof UnreadableForm) return {};
    throw error;
  }
}
