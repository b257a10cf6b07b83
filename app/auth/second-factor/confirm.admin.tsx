import { Download } from "lucide-react";
import { data, Link, redirect } from "react-router";
import { Panel } from "../sign-in/entrance-form.tsx";
import { rememberedPath } from "../sign-in/sign-in.ts";
import type { Route } from "./+types/confirm.admin.ts";
import { answerConfirmation, confirmationQuestion } from "./confirmation.system.server.ts";
import { ConfirmationForm } from "./confirmation-form.tsx";

export const handle = { loadFailure: "Erreur lors de la confirmation" };

export async function loader(args: Route.LoaderArgs) {
  const to = rememberedPath(args.url.searchParams.get("to"));
  return { to, question: await confirmationQuestion(args) };
}

export async function action(args: Route.ActionArgs) {
  const refusal = await answerConfirmation(args);
  if (refusal) return data(refusal.words, { status: refusal.status });
  const to = rememberedPath(args.url.searchParams.get("to"));
  throw redirect(`/admin/account/confirm?${new URLSearchParams({ to })}`);
}

/** What comes before a file of people's data: the question, and then the file itself. */
export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { to, question } = loaderData;
  // A file lies beside the screen that offers it.
  const back = to.replace(/\/[^/]*$/, "");
  if (question) {
    const own = `/admin/account/confirm?${new URLSearchParams({ to })}`;
    const form = { ...actionData, ...question, to: own, fields: [], back };
    return <ConfirmationForm {...form} whole />;
  }
  return (
    <section className="panel grid max-w-[620px] gap-4 p-5">
      <title>C’est confirmé · Administration</title>
      <meta httpEquiv="refresh" content={`0;url=${to}`} />
      <h1 className="text-xl">C’est confirmé</h1>
      <Panel tone="green" title="Le fichier arrive">
        <p>S’il ne vient pas de lui-même, demandez-le ici.</p>
      </Panel>
      <p className="flex flex-wrap gap-3">
        <a href={to} className="button">
          <Download aria-hidden="true" size={17} />
          Télécharger
        </a>
        <Link to={back} className="button quiet">
          Revenir
        </Link>
      </p>
    </section>
  );
}
