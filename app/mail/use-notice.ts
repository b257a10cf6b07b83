import { useRouteLoaderData } from "react-router";

export const NO_MAIL_NOTICE =
  "Ce site ne peut pas envoyer d’e-mail : prévenez la personne vous-même.";

type Frame = { isMailConfigured: boolean } | undefined;

/** Whether mail leaves this site, as the frame of every public page and of the office knows. */
export function useSendsMail(): boolean {
  const site = useRouteLoaderData("site") as Frame;
  const office = useRouteLoaderData("admin") as Frame;
  return (site ?? office)?.isMailConfigured !== false;
}

/**
 * What staff read, before they decide, of the mail that will tell somebody; where none leaves, that they
 * have to say it themselves.
 */
export function useNotice(): (notice: string, instead?: string) => string {
  const sends = useSendsMail();
  return (notice, instead = NO_MAIL_NOTICE) => (sends ? notice : instead);
}
