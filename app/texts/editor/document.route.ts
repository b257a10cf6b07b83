import { readFields, UnreadableForm } from "../../core/http/form.server.ts";
import { documentOfField } from "../document-json.ts";
import { parseText } from "../parse.server.ts";
import type { Route } from "./+types/document.route.ts";

const MOST_BYTES = 512 * 1024;

/** A text that a field holds, as the editor reads it: reading Markdown is the server's. */
export async function action({ request }: Route.ActionArgs) {
  try {
    const { text = "" } = await readFields(request, MOST_BYTES);
    return Response.json({ document: documentOfField(text) ?? parseText(text) });
  } catch (error) {
    if (error instanceof UnreadableForm) return new Response(null, { status: 400 });
    throw error;
  }
}
