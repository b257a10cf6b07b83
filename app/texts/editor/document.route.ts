import { MAX_OFFICE_BYTES, readFields } from "../../core/http/form.server.ts";
import { parseDocumentField } from "../document-json.ts";
import { parseText } from "../parse.server.ts";
import type { Route } from "./+types/document.route.ts";

/** A text that a field holds, as the editor reads it: reading Markdown is the server's. */
export async function action({ request }: Route.ActionArgs) {
  const fields = await readFields(request, MAX_OFFICE_BYTES);
  if (!fields) return new Response(null, { status: 400 });
  const { text = "" } = fields;
  return Response.json({ document: parseDocumentField(text) ?? parseText(text) });
}
