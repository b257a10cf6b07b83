import { LockKeyhole, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatRoles, type Rights } from "../../core/values/roles.ts";

/** In place of a screen, or of the answer to a change, that none of the account's roles allows. */
export function AccessRefused({ rights, words }: { rights: Rights; words: string }) {
  const { roles } = rights;
  return (
    <Refusal>
      {words} {roles.length > 1 ? "Vos rôles" : "Votre rôle"} (
      {formatRoles({ role: "user", roles })}){roles.length > 1 ? " ne donnent" : " ne donne"} pas
      accès à ceci. Rien n’a été changé. Un administrateur peut vous donner un autre rôle.
    </Refusal>
  );
}

/** In place of the entrance of an event, for an account that is not, or no longer, assigned to it. */
export const NotAtThisDoor = () => (
  <Refusal>
    Vous ne tenez pas, ou plus, l’entrée de cet événement. Rien n’a été changé. L’écran s’ouvre la
    veille de l’événement et se ferme à la fin du lendemain ; qui organise l’événement peut vous y
    placer.
  </Refusal>
);

function Refusal({ children }: { children: ReactNode }) {
  return (
    <div className="panel grid justify-items-center gap-3 px-4 py-14 text-center">
      <title>Accès refusé · Administration</title>
      <LockKeyhole aria-hidden="true" size={40} strokeWidth={1.4} className="text-muted" />
      <h1 className="text-xl">Accès refusé</h1>
      <p className="max-w-[60ch] text-muted">{children}</p>
      <p className="mt-2">
        <Link to="/admin" className="button">
          Tableau de bord
        </Link>
      </p>
    </div>
  );
}

/** An address without a screen. */
export function Nowhere() {
  return (
    <div className="panel grid justify-items-center gap-3 px-4 py-14 text-center">
      <title>Page introuvable · Administration</title>
      <SearchX aria-hidden="true" size={40} strokeWidth={1.4} className="text-muted" />
      <h1 className="text-xl">Page introuvable</h1>
      <p className="text-muted">
        Cette adresse n’existe pas ou ce qu’elle montrait a été supprimé.
      </p>
      <p className="mt-2">
        <Link to="/admin" className="button">
          Tableau de bord
        </Link>
      </p>
    </div>
  );
}
