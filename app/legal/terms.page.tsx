import { NotFound } from "../site/frame/not-found.tsx";
import type { Route } from "./+types/terms.page.ts";
import { LegalBody } from "./legal-body.tsx";
import { readLegalPage } from "./legal-page.server.ts";
import { VERSION } from "./version-parameter.ts";

export const handle = {
  reads: ["legal_texts", "site_settings"],
  parameters: { version: VERSION },
};

export const loader = ({ context, url }: Route.LoaderArgs) => readLegalPage(context, "terms", url);

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <LegalBody {...loaderData} /> : <NotFound />;
}
