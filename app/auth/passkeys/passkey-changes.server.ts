import { requestInfoContext } from "../../core/http/request-info.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError } from "../../core/values/errors.ts";
import { required } from "../../kit/form/schema.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import {
  type AccountRequest,
  answer,
  type Change,
  invalid,
  success,
} from "../account/account-change.server.ts";
import { describeClient } from "../account/notices.operations.server.ts";
import { LONGEST_NAME, PASSKEY, type PasskeySetup } from "./passkey.ts";
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  usableKeys,
  userHandle,
} from "./passkeys.system.server.ts";
import {
  makeChallenge,
  type PasskeyUse,
  type RelyingParty,
  readNewCredential,
  relyingParty,
  verifyNewCredential,
} from "./webauthn.server.ts";

const NAME_MISSING = "Donnez un nom à cette clé d’accès";
const nameSchema = required(NAME_MISSING, LONGEST_NAME);

const clientOfRequest = ({ request, context }: AccountRequest) =>
  describeClient(request, context.get(requestInfoContext).ip);

const passkeyUse = ({ sessionId }: AccountRequest): PasskeyUse => ({
  purpose: "add",
  holder: sessionId,
});

/** What a browser needs to make a passkey for this account. Asked for behind a confirmation alone. */
async function setUp(change: AccountRequest, party: RelyingParty): Promise<PasskeySetup> {
  const { id, name, email } = change.staff;
  return {
    options: {
      challenge: makeChallenge(passkeyUse(change)),
      host: party.host,
      siteName: cachedSettings().federation.short_name,
      account: { id: userHandle(id), name, email },
      existing: await usableKeys(id, party.host),
    },
    suggestedName: clientOfRequest(change).device,
  };
}

/** Begins to add a passkey, once its owner proved themselves. */
export async function startPasskey(change: AccountRequest): Promise<Change> {
  const party = relyingParty();
  if (!party) return invalid(change, {}, 409);
  return answer({ intent: change.intent, errors: {}, passkey: await setUp(change, party) });
}

/** Adds the passkey that the browser made. With a wrong name it is kept, and only the name asked for again. */
export async function savePasskey(change: AccountRequest): Promise<Change> {
  const { values, staff, intent } = change;
  const party = relyingParty();
  const made = readNewCredential(values[PASSKEY]);
  const verified = party && made && (await verifyNewCredential(party, passkeyUse(change), made));
  if (!verified) return invalid(change, { passkey: NOT_MADE });
  const name = nameSchema.safeParse(values.name);
  if (!name.success) {
    const errors = { name: name.error.issues[0]?.message ?? NAME_MISSING };
    const passkey = { ...(await setUp(change, party)), made: values[PASSKEY] };
    return answer({ intent, errors, passkey }, 400);
  }
  try {
    const key = { ...verified.key, name: name.data };
    const added = await addPasskey(staff, key, verified, clientOfRequest(change));
    return added ? success(change, "Clé d’accès ajoutée") : invalid(change, { passkey: NOT_MADE });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "conflict") throw error;
    return invalid(change, { passkey: `Rien n’a été ajouté : ${error.message}.` }, 409);
  }
}

const NOT_MADE =
  "Cette clé d’accès n’a pas pu être ajoutée, ou la demande était trop ancienne. Recommencez.";
const NOT_FOUND = "Cette clé d’accès n’existe plus";

export async function renameOwnPasskey(change: AccountRequest): Promise<Change> {
  const { id = "", name } = change.values;
  const checked = nameSchema.safeParse(name);
  if (!checked.success) {
    return invalid(change, { [`name-${id}`]: checked.error.issues[0]?.message ?? NAME_MISSING });
  }
  const renamed = isId(id) && (await renamePasskey(change.staff, id, checked.data));
  return renamed ? success(change, "Nom enregistré") : invalid(change, { passkey: NOT_FOUND }, 404);
}

export async function removeOwnPasskey(change: AccountRequest): Promise<Change> {
  const { staff, sessionId, values } = change;
  const { id = "" } = values;
  const removed = isId(id) && (await removePasskey(staff, sessionId, id));
  if (!removed) return invalid(change, { passkey: NOT_FOUND }, 404);
  return success(
    change,
    "Clé d’accès retirée. Effacez-la aussi de l’appareil, sinon il la proposera encore",
  );
}
