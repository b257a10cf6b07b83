import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { readFields } from "../../core/http/form.server.ts";
import { isSameOriginRequest } from "../../core/http/request-info.ts";
import { staffContext } from "../../core/staff-context.ts";
import { parseJson } from "../../core/values/json.ts";
import type { Route } from "./+types/drafts.route.ts";
import { dropDraft, keepDraft, readDraft } from "./drafts.staff.server.ts";
import { draftOf, MOST_OF_A_DRAFT } from "./drafts.ts";

/** What a form finds when it opens. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const of = draftOf(url.searchParams.get("of") ?? "");
  if (!of) return new Response(null, { status: 400 });
  return Response.json(await asStaff(context.get(staffContext), (db) => readDraft(db, of)));
}

/** What JSON can say, and a database cannot keep. */
const text = z.string().transform((value) => value.replaceAll("\0", "").toWellFormed());

const sent = z.object({
  values: z.record(z.string().regex(/^[\w.-]{1,200}$/), text),
  version: z.string().regex(/^[\dTZ:.-]{0,40}$/),
  // Far beyond the milliseconds of any clock, and whole in JavaScript.
  sequence: z.number().int().min(0).max(9e15),
});

/** Keeps a draft, or drops it. What is asked for another account than the one signed in is not done. */
export async function action({ request, context, url }: Route.ActionArgs) {
  if (!isSameOriginRequest(request, url)) return new Response(null, { status: 403 });
  const staff = context.get(staffContext);
  const fields = await readFields(request, MOST_OF_A_DRAFT);
  const of = draftOf(fields?.of);
  if (!fields || !of) return new Response(null, { status: 400 });
  if (fields.account !== staff.id) return new Response(null, { status: 403 });
  if (fields.intent === "drop") {
    await asStaff(staff, (db) => dropDraft(db, of));
    return Response.json({});
  }
  const draft = sent.safeParse(parseJson(fields.draft ?? ""));
  if (!draft.success) return new Response(null, { status: 400 });
  return Response.json({
    sequence: await asStaff(staff, (db) => keepDraft(db, of, draft.data)),
  });
}
