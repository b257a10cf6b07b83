import { isId } from "../../core/secrets/id.ts";
import { keyring } from "../../core/secrets/keys.server.ts";

const LENGTH_OF_ID = 36;

/** What a renewal is sealed over. */
type Sealed = { id: string; email: string; end: string };

const textOf = ({ id, email, end }: Sealed) => [id, end, email.toLowerCase()].join(":");

/**
 * What stands in the link of a reminder: the membership, and a seal that holds until its end is moved, or its
 * address is corrected.
 */
export const renewalToken = (member: Sealed): string =>
  `${member.id}.${keyring().seal("renewal", textOf(member))}`;

/** The membership that a token names, not yet proven to be ours. */
export function memberOfRenewal(token: string): string | undefined {
  const id = token.slice(0, LENGTH_OF_ID);
  return isId(id) ? id : undefined;
}

/** Whether we made a token for this membership as it is. */
export const isRenewalToken = (token: string, member: Sealed): boolean =>
  keyring().isSeal("renewal", textOf(member), token.slice(LENGTH_OF_ID + 1));
