import { data, Form, Link } from "react-router";
import { withConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { EntranceField, Panel } from "../../auth/sign-in/entrance-form.tsx";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { formatMoment } from "../../i18n/format.ts";
import { Facts } from "../../kit/form/view-dialog.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import type { Route } from "./+types/online-payments.admin.ts";
import { MODE_LABELS, ONLINE_LABELS, type OnlineProvider, PROVIDER_MODES } from "./credentials.ts";
import {
  changeKeys,
  changesKeys,
  type KeysState,
  type KeysView,
  viewKeys,
} from "./online-payments.server.ts";
import { closedByTests, formatTestPlaces } from "./online-providers.system.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des paiements en ligne" };

export async function loader() {
  return { views: await viewKeys(), closedBy: formatTestPlaces(closedByTests()) };
}

export function action(args: Route.ActionArgs) {
  return withConfirmation(args, changesKeys, async (request) => {
    const { state, status } = await changeKeys(args.context, await readFieldsOrNone(request));
    return data(state, { status });
  });
}

const SOURCES: Readonly<Record<KeysView["from"], string>> = {
  environment: "Réglages du serveur, qui passent avant ceux d’ici",
  settings: "Enregistrées ici, chiffrées",
  nowhere: "Aucune clé",
  unreadable: "Illisibles : le secret qui les chiffrait n’est plus là. Enregistrez-les de nouveau",
};

const FIELDS: Readonly<Record<OnlineProvider, readonly (readonly [string, string, string?])[]>> = {
  djomy: [
    ["clientId", "Identifiant (client ID)"],
    ["clientSecret", "Secret (client secret)"],
    ["partnerDomain", "Domaine déclaré chez Djomy", "Par exemple guinea-esport.org"],
  ],
  paypal: [
    ["clientId", "Identifiant (client ID)"],
    ["clientSecret", "Secret (client secret)"],
    ["webhookId", "Numéro du webhook", "PayPal le montre une fois l’adresse des avis enregistrée"],
  ],
};

/** What takes money online: who knows us by which keys, and whether they answer. */
export default function OnlinePayments({ loaderData, actionData }: Route.ComponentProps) {
  const { views, closedBy } = loaderData;
  return (
    <>
      <OfficeHead
        title="Paiements en ligne"
        lead="Les clés avec lesquelles Djomy et PayPal reconnaissent le site. Chaque changement est annoncé à tous les administrateurs."
      />
      <div className="grid max-w-[860px] gap-5">
        {closedBy && !actionData?.problem && (
          <Panel
            tone="red"
            title={`Fermé : des essais gardent des places (${closedBy}). Le paiement en ligne s’ouvre dès qu’ils sont retirés.`}
          >
            <TestsLink />
          </Panel>
        )}
        {actionData?.problem && (
          <Panel tone="red" title={actionData.problem}>
            {actionData.testsHeld && <TestsLink />}
          </Panel>
        )}
        {views.map((view) => (
          <ProviderSection key={view.provider} view={view} state={actionData} />
        ))}
      </div>
    </>
  );
}

const TestsLink = () => (
  <Link to="/admin/payments" className="link">
    Paiements, « Retirer les essais »
  </Link>
);

type SectionProps = { view: KeysView; state: KeysState | undefined };

function ProviderSection({ view, state }: SectionProps) {
  const { provider, from, mode, parts, noticeAddress, lastNotice } = view;
  const label = ONLINE_LABELS[provider];
  const isOwn = state?.intent.endsWith(`-${provider}`);
  const errors = state?.intent === `save-${provider}` ? state.errors : {};
  return (
    <section aria-label={label} className="panel grid gap-4 p-5">
      <h2 className="text-lg">{label}</h2>
      {isOwn && state?.done && <Panel tone="green" title={state.done} />}
      {isOwn && state?.report && (
        <Panel tone={state.report.works ? "green" : "red"} title={state.report.title}>
          {state.report.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Panel>
      )}
      <Facts
        facts={[
          ["Clés", SOURCES[from]],
          ...(mode ? ([["Mode", MODE_LABELS[mode]]] as [string, string][]) : []),
          ...parts.map(([name, ending]): [string, string] => [name, ending]),
          ["Dernier avis reçu", lastNotice ? formatMoment("fr", lastNotice) : "Aucun"],
        ]}
      />
      <NoticeAddress provider={provider} address={noticeAddress} />
      {mode && (
        <Form method="post" preventScrollReset>
          <button type="submit" name="intent" value={`test-${provider}`} className="button quiet">
            Tester la connexion
          </button>
        </Form>
      )}
      {from !== "environment" && (
        <details open={isOwn && !state?.done && !state?.report} className="panel px-4">
          <summary className="py-3">
            {from === "nowhere" ? "Enregistrer des clés" : "Changer ou retirer les clés"}
          </summary>
          <KeysForm provider={provider} errors={errors} />
          {from !== "nowhere" && (
            <Form method="post" preventScrollReset className="mt-5">
              <button
                type="submit"
                name="intent"
                value={`remove-${provider}`}
                className="button danger"
              >
                Retirer les clés
              </button>
            </Form>
          )}
        </details>
      )}
    </section>
  );
}

/** The address that people paste at the provider. */
function NoticeAddress({ provider, address }: { provider: OnlineProvider; address: string }) {
  const id = `notices-${provider}`;
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        Adresse des avis, à coller chez {ONLINE_LABELS[provider]}
      </label>
      <input
        id={id}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        className="mt-1 block min-h-12 w-full rounded-control border-2 border-control bg-sand px-3.5 font-mono text-sm"
      />
      {!address.startsWith("https://") && (
        <p className="text-sm text-muted">
          Elle n’est pas en https : {ONLINE_LABELS[provider]} n’enverra rien. L’adresse du site se
          règle par PUBLIC_URL.
        </p>
      )}
    </div>
  );
}

type FormProps = { provider: OnlineProvider; errors: KeysState["errors"] };

function KeysForm({ provider, errors }: FormProps) {
  return (
    <Form method="post" preventScrollReset className="grid gap-3">
      <input type="hidden" name="intent" value={`save-${provider}`} />
      {FIELDS[provider].map(([name, label, hint]) => (
        <EntranceField
          key={name}
          id={`${provider}-${name}`}
          name={name}
          label={label}
          hint={hint}
          type={name === "clientSecret" ? "password" : "text"}
          autoComplete="off"
          error={errors[name]}
        />
      ))}
      <fieldset>
        <legend className="font-semibold">Mode</legend>
        {PROVIDER_MODES.map((mode) => (
          <label key={mode} className="flex min-h-11 items-center gap-2">
            <input type="radio" name="mode" value={mode} required />
            {MODE_LABELS[mode]}
          </label>
        ))}
        <p className="field-error">{errors.mode}</p>
      </fieldset>
      <button type="submit" className="button justify-self-start">
        Enregistrer les clés
      </button>
    </Form>
  );
}
