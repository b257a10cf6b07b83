import { NotFound } from "../site/frame/not-found.tsx";
import type { Route } from "./+types/legal.page.ts";
import { readLegalPage } from "./legal.visitor.server.ts";
import { LegalBody } from "./legal-body.tsx";
import { VERSION } from "./legal-documents.ts";

export const handle = {
  reads: ["legal_texts", "site_settings"],
  parameters: { version: VERSION },
};

/** Both legal texts have this page: the route tells which one is asked for. */
export const loader = ({ context, pattern, url }: Route.LoaderArgs) =>
  readLegalPage(context, pattern.endsWith("/terms") ? "terms" : "privacy", url);

export default function LegalTextPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <LegalBody {...loaderData} /> : <NotFound />;
}
