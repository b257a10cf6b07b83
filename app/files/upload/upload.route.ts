import { allowSlowBodyContext, isSameOriginRequest } from "../../core/http/request-info.ts";
import { staffContext } from "../../core/staff-context.ts";
import { lazyBody } from "../../core/storage/streams.server.ts";
import { checkFields } from "../../core/values/check-fields.ts";
import type { Route } from "./+types/upload.route.ts";
import { receiveUpload, type Step, uploadSchema } from "./upload.server.ts";

/**
 * Takes one file as the body of the request, what is said of it in the address; answers with one line
 * of JSON for each step.
 */
export function action({ request, context, url }: Route.ActionArgs) {
  if (!isSameOriginRequest(request, url)) return new Response(null, { status: 403 });
  const checked = checkFields(Object.fromEntries(url.searchParams), uploadSchema);
  if (!checked.ok) return Response.json({ errors: checked.errors }, { status: 400 });
  context.get(allowSlowBodyContext)();
  const empty = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  const steps = receiveUpload(context.get(staffContext), request.body ?? empty, checked.value);
  return new Response(
    lazyBody(() => asLines(steps)),
    {
      headers: { "content-type": "application/x-ndjson" },
    },
  );
}

async function* asLines(steps: AsyncGenerator<Step>): AsyncGenerator<Uint8Array> {
  const text = new TextEncoder();
  for await (const step of steps) yield text.encode(`${JSON.stringify(step)}\n`);
}

/** Nothing is read here. */
export const loader = () => new Response(null, { status: 405, headers: { allow: "POST" } });
