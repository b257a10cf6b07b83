import { KeyRound, ListChecks, MailCheck, RotateCw, Timer, Unlink } from "lucide-react";
import type { ReactNode } from "react";
import { data, Link } from "react-router";
import { withCookies } from "../../auth/sign-in/call-auth.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { countWaitingRemovals } from "../../files/storage/removals.staff.server.ts";
import { RemovalsCard } from "../../files/storage/removals-card.tsx";
import { useIntent } from "../../kit/list/use-intent.ts";
import { OfficeHead } from "../../kit/page-head.tsx";
import { readFirstStepsList } from "../home/first-steps.staff.server.ts";
import { FirstStepsAway } from "../home/first-steps.tsx";
import { countSamples } from "../home/samples.staff.server.ts";
import { SamplesCard } from "../home/samples-card.tsx";
import type { Route } from "./+types/diagnostic.admin.ts";
import { CheckList, summaryOf } from "./check-list.tsx";
import { workOf } from "./diagnostic.server.ts";
import { diagnose } from "./diagnostic.system.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  const checks = await diagnose(staff);
  const { samples, removals, guide } = await asStaff(staff, async (db) => ({
    samples: await countSamples(db),
    removals: await countWaitingRemovals(db),
    guide: await readFirstStepsList(db),
  }));
  const open = guide.steps.filter(({ done }) => !done).map(({ name }) => name);
  return { checks, samples, removals, putAway: guide.isAway ? open : undefined };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent } = await readFieldsOrNone(request);
  const { toast, cookies = [] } = await workOf(intent, { request, context });
  return data({ toast }, { headers: withCookies(cookies) });
}

/** Whether all that the site stands on works, tried for real. */
export default function Diagnostic({ loaderData }: Route.ComponentProps) {
  const { checks, samples, removals, putAway } = loaderData;
  const { submit, pending } = useIntent();
  const button = (intent: string, label: string, icon: ReactNode) => (
    <button
      type="button"
      disabled={pending !== undefined}
      onClick={() => submit(intent, {})}
      className="button quiet"
    >
      {icon}
      {label}
    </button>
  );
  return (
    <>
      <OfficeHead
        title="Diagnostic"
        lead="Chaque vérification est faite pour de vrai, comme visiteur et comme administrateur, et ne laisse aucune trace."
      >
        <Link to="/admin/diagnostic" className="button">
          <RotateCw aria-hidden="true" size={17} />
          Relancer le diagnostic
        </Link>
      </OfficeHead>
      <p role="status" className="mb-3 font-semibold">
        {summaryOf(checks)}
      </p>
      <CheckList checks={checks} />
      <div className="mt-4 flex flex-wrap gap-2">
        {button("session", "Vérifier la session", <KeyRound aria-hidden="true" size={17} />)}
        {button("refresh-session", "Rafraîchir la session", <Timer aria-hidden="true" size={17} />)}
        {button(
          "test-mail",
          "Envoyer un message d’essai",
          <MailCheck aria-hidden="true" size={17} />,
        )}
        <Link to="/admin/diagnostic/links" className="button quiet">
          <Unlink aria-hidden="true" size={17} />
          Vérifier les liens et les images
        </Link>
        {button("jobs", "Lancer les tâches de fond", <ListChecks aria-hidden="true" size={17} />)}
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {removals.files > 0 && (
          <RemovalsCard
            {...removals}
            confirm={() => submit("confirm-removals", { files: String(removals.files) })}
          />
        )}
        <SamplesCard samples={samples} remove={() => submit("remove-samples", {})} />
        {putAway && <FirstStepsAway open={putAway} />}
        <AdministratorCard />
      </div>
    </>
  );
}

function AdministratorCard() {
  return (
    <section className="panel p-4">
      <h2 className="text-lg">Créer un administrateur</h2>
      <ol className="mt-2 grid list-decimal gap-2 pl-5">
        <li>
          Depuis ce site : ouvrez{" "}
          <Link to="/admin/staff" className="link">
            Comptes
          </Link>
          , choisissez « Inviter » et saisissez son adresse. Il reçoit un lien pour choisir son mot
          de passe.
        </li>
        <li>
          Depuis le serveur (avec la base embarquée, arrêtez d’abord le site) :{" "}
          <code className="rounded bg-sand px-1.5 py-0.5 wrap-anywhere">
            npm run admin -- create nom@exemple.org "Prénom Nom"
          </code>
          . Le mot de passe est montré une seule fois.
        </li>
        <li>
          Au premier démarrage : les réglages <code>ADMIN_EMAIL</code> et{" "}
          <code>ADMIN_PASSWORD</code> créent le premier compte.
        </li>
      </ol>
    </section>
  );
}
