/** The field that people do not see: what fills it is a program. */
export const HONEYPOT = "website";
