import { useRouteLoaderData } from "react-router";

export const NO_MAIL_NOTICE =
  "Ce site ne peut pas envoyer d’e-mail : prévenez la personne vous-même.";

/**
 * What staff read, before they decide, of the mail that will tell somebody; where none leaves, that they
 * have to say it themselves. The frame of the office knows which.
 */
export function useNotice(): (notice: string, instead?: string) => string {
  const office = useRouteLoaderData("admin") as { isMailConfigured: boolean } | undefined;
  return (notice, instead = NO_MAIL_NOTICE) =>
    office?.isMailConfigured === false ? instead : notice;
}
