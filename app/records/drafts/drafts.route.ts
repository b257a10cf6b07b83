import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { readFields } from "../../core/http/form.server.ts";
import { isSameOriginRequest } from "../../core/http/request-info.ts";
import { staffContext } from "../../core/staff-context.ts";
import { parseJson } from "../../core/values/json.ts";
import type { Route } from "./+types/drafts.route.ts";
import { deleteDraft, readDraft, saveDraft } from "./drafts.staff.server.ts";
import { MAX_DRAFT_BYTES, parseDraftKey } from "./drafts.ts";

/** The draft of a text, for its form. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const of = parseDraftKey(url.searchParams.get("of") ?? "");
  if (!of) return new Response(null, { status: 400 });
  return Response.json(await asStaff(context.get(staffContext), (db) => readDraft(db, of)));
}

/** JSON may hold characters that PostgreSQL does not store. */
const text = z.string().transform((value) => value.replaceAll("\0", "").toWellFormed());

const sent = z.object({
  values: z.record(z.string().regex(/^[\w.-]{1,200}$/), text),
  version: z.string().regex(/^[\dTZ:.-]{0,40}$/),
  // Far beyond the milliseconds of any clock, and whole in JavaScript.
  sequence: z.number().int().min(0).max(9e15),
});

/** Saves or deletes a draft, unless the form was opened by another account than the one signed in. */
export async function action({ request, context, url }: Route.ActionArgs) {
  if (!isSameOriginRequest(request, url)) return new Response(null, { status: 403 });
  const staff = context.get(staffContext);
  const fields = await readFields(request, MAX_DRAFT_BYTES);
  const of = parseDraftKey(fields?.of);
  if (!fields || !of) return new Response(null, { status: 400 });
  if (fields.account !== staff.id) return new Response(null, { status: 403 });
  if (fields.intent === "drop") {
    await asStaff(staff, (db) => deleteDraft(db, of));
    return Response.json({});
  }
  const draft = sent.safeParse(parseJson(fields.draft ?? ""));
  if (!draft.success) return new Response(null, { status: 400 });
  return Response.json({
    sequence: await asStaff(staff, (db) => saveDraft(db, of, draft.data)),
  });
}
