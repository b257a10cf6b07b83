import QRCode from "qrcode";
import { data } from "react-router";
import { OfficeHead } from "../admin/kit/page-head.tsx";
import { asStaff } from "../platform/database/doors.server.ts";
import { typedFields } from "../platform/form.server.ts";
import type { Route } from "./+types/account.admin.ts";
import { changeAccount } from "./account.server.ts";
import {
  NameSection,
  PasswordSection,
  SecondFactorSection,
  SessionsSection,
} from "./account-sections.tsx";
import { withCookies } from "./call-auth.server.ts";
import { Panel } from "./entrance-form.tsx";
import { accountOf } from "./guard.server.ts";
import { listOwnSessions } from "./sessions.staff.server.ts";
import { staffContext } from "./staff-context.ts";

export const handle = { loadFailure: "Erreur lors du chargement du compte" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { account, sessionId } = await accountOf(request, context);
  if (!account || sessionId === undefined) throw data(null, 404);
  const { name, email, twoFactorEnabled, two_factor_required } = account;
  return {
    account: { name, email, twoFactorEnabled, two_factor_required },
    sessions: await asStaff(context.get(staffContext), (db) => listOwnSessions(db, sessionId)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const change = await changeAccount(request, context, await typedFields(request));
  const { state, status, cookies } = change;
  const picture = state.setup?.uri && (await pictureOf(state.setup.uri));
  return data({ ...state, picture }, { status, headers: withCookies(cookies) });
}

/** What an authenticator photographs, as the address of a picture. */
async function pictureOf(uri: string): Promise<string> {
  const svg = await QRCode.toString(uri, { type: "svg", margin: 1 });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export default function AccountAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { account, sessions } = loaderData;
  return (
    <>
      <OfficeHead title="Mon compte" lead={account.email} />
      <div className="grid max-w-[860px] gap-5">
        {actionData?.problem && <Panel tone="red" title={actionData.problem} />}
        <SecondFactorSection account={account} state={actionData} />
        <PasswordSection state={actionData} />
        <SessionsSection sessions={sessions} state={actionData} />
        <NameSection name={account.name} state={actionData} />
      </div>
    </>
  );
}
