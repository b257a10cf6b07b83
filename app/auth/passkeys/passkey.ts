// What the screens, the browser's part and the server say to each other about passkeys. Binary values are
// base64url texts.

/** A passkey as the browser finds it. */
export type CredentialId = { id: string; transports: readonly string[] };

/** What a browser is given to have a passkey sign. */
export type SigningOptions = {
  challenge: string;
  /** The host that the passkey is for. */
  host: string;
  /** Which ones may answer; none is named where nobody has signed in yet. */
  allowed: readonly CredentialId[];
};

/** What a browser is given to make a passkey. */
export type MakingOptions = {
  challenge: string;
  host: string;
  siteName: string;
  account: { id: string; name: string; email: string };
  /** Those that the account has: no device makes a second one. */
  existing: readonly CredentialId[];
};

/** A passkey that is being added: what makes it, and what came of that when only its name was wrong. */
export type PasskeySetup = { options: MakingOptions; suggestedName: string; made?: string };

/** One passkey in the list of its owner. */
export type OwnPasskey = {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Set where it was made for another address of the site. */
  otherHost?: string;
};

/** The field of a form that carries what a passkey signed, or is. */
export const PASSKEY = "passkey";

/** How long a passkey may take to answer what it was asked. */
export const CHALLENGE_MINUTES = 15;
export const MOST_PASSKEYS = 10;
export const LONGEST_NAME = 60;
