import {
  ADMINISTRATOR_LABEL,
  OFFICE_ROLES,
  type OfficeRole,
  ROLE_LABELS,
} from "../../core/values/roles.ts";
import { Checkbox } from "../../ui/fields.tsx";
import { boxOf } from "./staff-roles.ts";

/** What each role lets somebody do, in one sentence. */
const MEANINGS: Readonly<Record<OfficeRole, string>> = {
  editor: "pages, actualités, fichiers, ressources, partenaires, équipe et mises en avant.",
  treasurer:
    "encaissements, remboursements, caisses et exports du livre, après la mise en place de la validation en deux étapes.",
  events: "événements, inscriptions et entrée, sans encaisser.",
  door: "l’entrée des événements où on place cette personne : billets et présences, sans coordonnées ni argent.",
};

type Field = (name: string) => { name: string; defaultValue: string; error: string | undefined };

/** The roles of an account, of which it may have several. */
export function RoleBoxes({ field }: { field: Field }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Rôles</legend>
      <Checkbox {...field(boxOf("admin"))}>
        <strong>{ADMINISTRATOR_LABEL}</strong> : tout, y compris les comptes, les membres et les
        réglages, après l’accord d’une deuxième personne ou 24 heures d’attente.
      </Checkbox>
      {OFFICE_ROLES.map((role) => (
        <Checkbox key={role} {...field(boxOf(role))}>
          <strong>{ROLE_LABELS[role]}</strong> : {MEANINGS[role]}
        </Checkbox>
      ))}
    </fieldset>
  );
}
