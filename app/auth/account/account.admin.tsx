import QRCode from "qrcode";
import { data } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { sessionContext, staffContext } from "../../core/staff-context.ts";
import { AppError } from "../../core/values/errors.ts";
import { OfficeHead } from "../../kit/office-head.tsx";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { readStaff } from "../../records/history/audit.staff.server.ts";
import { listPasskeys } from "../passkeys/passkeys.system.server.ts";
import { PasskeysSection } from "../passkeys/passkeys-section.tsx";
import { relyingParty } from "../passkeys/webauthn.server.ts";
import { withConfirmation } from "../second-factor/confirmation.system.server.ts";
import { SecondFactorSection } from "../second-factor/second-factor-section.tsx";
import { readFactor } from "../second-factor/second-factors.system.server.ts";
import { listOwnSessions } from "../sessions/sessions.staff.server.ts";
import { withCookies } from "../sign-in/call-auth.server.ts";
import { Panel } from "../sign-in/entrance-form.tsx";
import type { Route } from "./+types/account.admin.ts";
import { changeAccount } from "./account.server.ts";
import {
  AddressSection,
  NameSection,
  PasswordSection,
  SessionsSection,
} from "./account-sections.tsx";

export const handle = { loadFailure: "Erreur lors du chargement du compte" };

/**
 * The session comes from the guard and not from the cookie: after an action that gave the browser a new
 * one, the page of a browser without JavaScript is still made with the old one in hand.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  const sessionId = context.get(sessionContext);
  if (sessionId === undefined) throw new AppError("unavailable", "the session cannot be read");
  const { account, sessions } = await asStaff(staff, async (db) => ({
    account: await readStaff(db),
    sessions: await listOwnSessions(db, sessionId),
  }));
  return {
    account,
    factor: await readFactor(staff.id),
    passkeys: { keys: await listPasskeys(staff.id), offered: relyingParty() !== undefined },
    sessions,
    reachable: isMailConfigured(),
  };
}

/** Whoever adds a passkey opens a way in, which a session alone must not be enough for. */
const DANGEROUS = ["passkey-add", "passkey-remove"];

export async function action(args: Route.ActionArgs) {
  const answer = await withConfirmation(args, DANGEROUS, async (request) => {
    const change = await changeAccount(request, args.context, await readFieldsOrNone(request));
    const { state, status, cookies } = change;
    const picture = state.setup?.uri && (await pictureOf(state.setup.uri));
    return data({ ...state, picture }, { status, headers: withCookies(cookies) });
  });
  if (answer instanceof Response) throw answer;
  return answer;
}

/** What an authenticator photographs, as the address of a picture. */
async function pictureOf(uri: string): Promise<string> {
  const svg = await QRCode.toString(uri, { type: "svg", margin: 1 });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export default function AccountAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { account, factor, passkeys, sessions, reachable } = loaderData;
  return (
    <>
      <OfficeHead title="Mon compte" lead={account.email} />
      <div className="grid max-w-[860px] gap-5">
        {actionData?.problem && <Panel tone="red" title={actionData.problem} />}
        <SecondFactorSection factor={factor} state={actionData} reachable={reachable} />
        <PasswordSection factor={factor} state={actionData} />
        <PasskeysSection {...passkeys} state={actionData} />
        <SessionsSection sessions={sessions} state={actionData} />
        <NameSection name={account.name} state={actionData} />
        <AddressSection factor={factor} state={actionData} />
      </div>
    </>
  );
}
