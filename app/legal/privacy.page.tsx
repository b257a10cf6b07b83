import { NotFound } from "../site/frame/not-found.tsx";
import type { Route } from "./+types/privacy.page.ts";
import { readLegalPage } from "./legal.visitor.server.ts";
import { LegalBody } from "./legal-body.tsx";
import { VERSION } from "./legal-documents.ts";

export const handle = {
  reads: ["legal_texts", "site_settings"],
  parameters: { version: VERSION },
};

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readLegalPage(context, "privacy", url);

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <LegalBody {...loaderData} /> : <NotFound />;
}
