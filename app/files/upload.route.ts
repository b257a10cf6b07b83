import { staffContext } from "../auth/staff-context.ts";
import { checkFields } from "../platform/check-fields.ts";
import { isOwnRequest } from "../platform/own-request.ts";
import type { Route } from "./+types/upload.route.ts";
import { uploadSchema } from "./files-form.ts";
import { type Step, takeUpload } from "./upload.server.ts";

/**
 * Takes one file as the body of the request, what is said of it in the address; answers with one line
 * of JSON for each step.
 */
export function action({ request, context, url }: Route.ActionArgs) {
  if (!isOwnRequest(request, url)) return new Response(null, { status: 403 });
  const checked = checkFields(Object.fromEntries(url.searchParams), uploadSchema);
  if (!checked.ok) return Response.json({ errors: checked.errors }, { status: 400 });
  const empty = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  const steps = takeUpload(context.get(staffContext), request.body ?? empty, checked.value);
  return new Response(asLines(steps), { headers: { "content-type": "application/x-ndjson" } });
}

function asLines(steps: AsyncGenerator<Step>): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await steps.next();
      if (done) controller.close();
      else controller.enqueue(text.encode(`${JSON.stringify(value)}\n`));
    },
    async cancel() {
      await steps.return(undefined);
    },
  });
}
