/** What a sign-in form accepts; accounts made elsewhere may have short passwords. */
export const SIGN_IN_PASSWORD_LENGTH = 6;
/** What a new password needs. */
export const NEW_PASSWORD_LENGTH = 12;
/** Longer ones only make the hashing slow. */
export const LONGEST_PASSWORD = 128;

/** Where an account chooses its password, by the token of its link. */
export const passwordPath = (token: string) => `/admin/reset/${token}`;

/** The first administrator's without a setting: no mail will ever reach it, and none is lost on a stranger. */
export const PLACEHOLDER_ADDRESS = "admin@fge.example";
