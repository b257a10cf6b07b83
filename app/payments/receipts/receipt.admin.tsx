import { Mail, Printer } from "lucide-react";
import { data, Link } from "react-router";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { LANGUAGES, type Language } from "../../i18n/languages.ts";
import { intent, runIntents } from "../../kit/list/intents.server.ts";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { useNotice } from "../../mail/use-notice.ts";
import { readSettings } from "../../settings/settings.visitor.server.ts";
import { LIST } from "../payment-badges.admin.tsx";
import type { Route } from "./+types/receipt.admin.ts";
import { ReceiptPaper } from "./receipt-paper.tsx";
import { findReceipt } from "./receipts.operations.server.ts";
import { sendReceipt } from "./receipts.staff.server.ts";
import { isReceiptNumber, type Receipt } from "./receipts.ts";

export const handle = { loadFailure: "Erreur lors du chargement du reçu" };

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { number } = params;
  const found = isReceiptNumber(number)
    ? await asStaff(context.get(staffContext), (db) => findReceipt(db, number))
    : undefined;
  if (!found) throw data(null, 404);
  // The payer's link is for whoever is handed it, which is logged.
  const receipt: Receipt = { ...found, token: "" };
  const { federation, contact_info } = await readSettings();
  const asked = LANGUAGES.find((one) => one === url.searchParams.get("lang"));
  return { receipt, settings: { federation, contact_info }, language: asked ?? receipt.language };
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    send: intent(
      z.object({ number: z.string().refine(isReceiptNumber) }),
      async (db, { number }) => `Reçu envoyé à ${await sendReceipt(db, number)}`,
      "Erreur lors de l’envoi",
    ),
  });
}

const OTHER: Record<Language, { language: Language; label: string }> = {
  fr: { language: "en", label: "En anglais" },
  en: { language: "fr", label: "En français" },
};

/** A receipt, to print or to send. */
export default function ReceiptAdmin({ loaderData }: Route.ComponentProps) {
  const { receipt, settings, language } = loaderData;
  const { number, order_id, payer_email } = receipt;
  const here = `${LIST}/receipts/${number}`;
  const { submit, pending } = useIntent(here);
  const notice = useNotice();
  const other = OTHER[language];
  return (
    <>
      <div className="print:hidden">
        <OfficeHead title={`Reçu ${number}`}>
          <Link to={`${LIST}/${order_id}`} className="button quiet">
            Voir le paiement
          </Link>
          <Link to={`?lang=${other.language}`} className="button quiet">
            {other.label}
          </Link>
          <button type="button" className="button" onClick={() => window.print()}>
            <Printer aria-hidden="true" size={17} />
            Imprimer
          </button>
        </OfficeHead>
      </div>
      <div className="panel max-w-[720px] p-6">
        <ReceiptPaper receipt={receipt} language={language} settings={settings} />
      </div>
      {payer_email && (
        <p className="mt-4 flex flex-wrap items-center gap-3 print:hidden">
          <button
            type="button"
            disabled={pending !== undefined}
            onClick={() => submit("send", { number })}
            className="button quiet"
          >
            <Mail aria-hidden="true" size={17} />
            Envoyer par e-mail
          </button>
          <span className="text-muted">
            {notice(`À ${payer_email}.`, "Ce site ne peut pas envoyer d’e-mail : imprimez-le.")}
          </span>
        </p>
      )}
    </>
  );
}
