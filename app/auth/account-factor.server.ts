import {
  type Asking,
  answer,
  type Change,
  good,
  mayConfirm,
  refusePassword,
  type Setup,
  withProof,
  wrong,
} from "./account-change.server.ts";
import { callAuth } from "./call-auth.server.ts";
import { sendMailCode } from "./mail-codes.system.server.ts";
import { codeSchema, wrongCode } from "./second-factor.ts";
import {
  confirmFactor,
  readFactor,
  removeFactor,
  renewRecoveryCodes,
} from "./second-factors.system.server.ts";
import { maySendCode } from "./tries.system.server.ts";

/** Begins a set-up with the password. A factor that is in place must be taken away first, with a code. */
export async function startFactor(asking: Asking): Promise<Change> {
  const { staff, typed, request, context, intent } = asking;
  if ((await readFactor(staff.id)).on) {
    return wrong(asking, { password: "Retirez d’abord le second facteur en place" }, 409);
  }
  const refusal = await refusePassword(asking, "password");
  if (refusal) return refusal;
  const { password = "" } = typed;
  const { status, body } = await callAuth(request, context, "/two-factor/enable", { password });
  if (status !== 200) return wrong(asking, { password: wrongCode(undefined, status) }, status);
  const setup = { uri: String(body.totpURI), sent: false };
  return answer({ intent, errors: {}, setup });
}

/** What the set-up form carries from try to try. */
const setupOf = ({ typed }: Asking): Setup => ({
  uri: typed.uri?.startsWith("otpauth://totp/") ? typed.uri : "",
  sent: typed.sent === "1",
});

/** Sends a code to who does without an authenticator: to set that up, or to prove themselves. */
export async function sendCode(asking: Asking): Promise<Change> {
  const { staff, intent } = asking;
  const { on, authenticator } = await readFactor(staff.id);
  const setup = on ? undefined : setupOf(asking);
  if (authenticator) return wrong(asking, { code: wrongCode("OTP_NOT_ENABLED", 400) });
  if (!maySendCode(staff.id)) {
    return wrong(asking, { code: wrongCode(undefined, 429) }, 429, setup);
  }
  await sendMailCode(staff);
  if (!setup) return good(asking, "Code envoyé par e-mail");
  return answer({ intent, errors: {}, setup: { ...setup, sent: true } });
}

/** Ends the set-up with its first code, and shows the recovery codes. */
export async function confirmSetup(asking: Asking): Promise<Change> {
  const { typed, staff, intent } = asking;
  const setup = setupOf(asking);
  const code = codeSchema.safeParse(typed.code);
  if (!code.success) return wrong(asking, { code: "Saisissez le code." }, 400, setup);
  if ((await readFactor(staff.id)).on) return wrong(asking, {}, 409);
  if (!(await mayConfirm(asking))) {
    return wrong(asking, { code: wrongCode(undefined, 429) }, 429, setup);
  }
  const by = setup.sent ? "mail" : "authenticator";
  const recoveryCodes = await confirmFactor(staff, by, code.data);
  if (!recoveryCodes) return wrong(asking, { code: wrongCode(undefined, 401) }, 401, setup);
  return answer({ intent, errors: {}, done: "Second facteur en place", recoveryCodes });
}

export const stopFactor = (asking: Asking): Promise<Change> =>
  withProof(
    asking,
    (db) => removeFactor(db, asking.staff),
    () => good(asking, "Second facteur retiré"),
  );

export async function newRecoveryCodes(asking: Asking): Promise<Change> {
  if (!(await readFactor(asking.staff.id)).on) return wrong(asking, {}, 409);
  const { intent, staff } = asking;
  return withProof(
    asking,
    (db) => renewRecoveryCodes(db, staff),
    (recoveryCodes) => answer({ intent, errors: {}, recoveryCodes }),
  );
}
