import type { FormValues } from "../values/check-fields.ts";

/**
 * No form of the public site is larger; a longer body is refused before it is read. Text of a form with
 * accents takes up to three times its characters in a urlencoded body.
 */
const MAX_BODY_BYTES = 64 * 1024;

/** The form cannot be read at all: too large, or not a form. */
export class UnreadableForm extends Error {}

/** Reads the fields of a POST. @throws UnreadableForm */
export async function readFields(request: Request, maxBytes = MAX_BODY_BYTES): Promise<FormValues> {
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > maxBytes) throw new UnreadableForm("too large");
  let form: FormData;
  try {
    const body = await readBytes(request, maxBytes);
    if (!body) throw new UnreadableForm("too large");
    form = await new Response(body, { headers: request.headers }).formData();
  } catch (error) {
    throw new UnreadableForm("not a form", { cause: error });
  }
  const values: FormValues = {};
  for (const [name, value] of form) {
    // Files are not asked for; a NUL cannot be stored in PostgreSQL.
    if (typeof value === "string") values[name] = value.replaceAll("\0", "");
  }
  return values;
}

/** The fields of a form; empty when it cannot be read. */
export async function readFieldsOrNone(request: Request): Promise<FormValues> {
  try {
    return await readFields(request);
  } catch (error) {
    if (error instanceof UnreadableForm) return {};
    throw error;
  }
}

/** The bytes of a body; undefined when there are more, which is known before the rest is read. */
export async function readBytes(
  request: Request,
  most: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
