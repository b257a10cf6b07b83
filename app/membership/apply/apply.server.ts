import { redirect } from "react-router";
import { asVisitor } from "../../core/database/doors/doors.server.ts";
import { readSender } from "../../core/http/browser.server.ts";
import { setFlash } from "../../core/http/cookies.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { formResponse, handleForm } from "../../core/http/submission.server.ts";
import { readMinorAge } from "../../guardians/minor-age.visitor.server.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { isOrganisation } from "../members/members.ts";
import { listMembershipTypes } from "../membership.visitor.server.ts";
import { SAMPLE_MEMBERSHIP_TYPES } from "../types/membership-types.samples.ts";
import type { Route } from "./+types/membership.page.ts";
import { applicationSchema } from "./application-schema.ts";
import { submitApplication } from "./membership.system.server.ts";

/** The types of clubs and partners; while they cannot be read, those of the samples, as the page shows them. */
async function listOrganisationTypes(): Promise<string[]> {
  const types = await asVisitor(listMembershipTypes).catch(() => SAMPLE_MEMBERSHIP_TYPES);
  return types.filter(({ member_type }) => isOrganisation(member_type)).map(({ id }) => id);
}

type Received = Pick<Route.ActionArgs, "request" | "context" | "url">;

/** Stores an application and redirects to its page, which asks for the payment: a reload does not apply twice. */
export function receiveApplication({ request, context, url }: Received) {
  const language = languageOf(url.pathname);
  const saved = (path: string, ...cookies: string[]) =>
    redirect(pathIn(language, path), {
      headers: [setFlash("membershipSaved"), ...cookies].map((one) => ["set-cookie", one]),
    });
  return handleForm(request, context, {
    form: "membership",
    schema: async () =>
      applicationSchema(await readMinorAge(), undefined, await listOrganisationTypes()),
    respondToBot: () => saved("/membership"),
    words: { unavailable: "forms.databaseAway", failed: "forms.applicationFailed" },
    async accept(application, values) {
      const { cookie, ...from } = readSender(request, context.get(requestInfoContext), values);
      const submitted = await submitApplication(application, { language, from });
      const page = `/membership/application/${submitted?.token}`;
      if (submitted?.isMember) return redirect(pathIn(language, `${page}?again=1`));
      if (submitted) return saved(page, cookie);
      return formResponse({ values, errors: { type: "validation.membership.type" } });
    },
  });
}
