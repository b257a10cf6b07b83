import { isId } from "../core/id.ts";
import { keyring } from "../core/keys.server.ts";

const LENGTH_OF_ID = 36;
const sealed = (id: string, end: string) => `${id}:${end}`;

/** What stands in the link of a reminder: the membership, and a seal that holds until its end is moved. */
export const renewalToken = (id: string, end: string): string =>
  `${id}.${keyring().seal("renewal", sealed(id, end))}`;

/** The membership that a token names, not yet proven to be ours. */
export function memberOfRenewal(token: string): string | undefined {
  const id = token.slice(0, LENGTH_OF_ID);
  return isId(id) ? id : undefined;
}

/** Whether we made a token for this membership, which still ends on this day. */
export const isRenewalToken = (token: string, id: string, end: string): boolean =>
  keyring().isSeal("renewal", sealed(id, end), token.slice(LENGTH_OF_ID + 1));
