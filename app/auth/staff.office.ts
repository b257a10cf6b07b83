import { ShieldCheck } from "lucide-react";
import type { Notion } from "../kit/notion.ts";

export const staff: Notion = {
  address: "/admin/staff",
  icon: ShieldCheck,
  group: "system",
  records: [
    {
      table: "profiles",
      words: { one: "Compte", many: "Comptes" },
      actions: {
        disable: "Désactivation par la machine",
        email: "Adresse changée",
        "end-sessions": "Appareils déconnectés",
        invite: "Invitation",
        password: "Mot de passe choisi",
        put: "Administrateur créé par la machine",
        "recovery-code": "Code de secours utilisé",
        "recovery-codes": "Nouveaux codes de secours",
        refused: "Connexion refusée",
        "refused-code": "Second facteur refusé",
        remove: "Compte supprimé",
        rename: "Nom changé",
        "second-factor": "Second facteur exigé ou non",
        "second-factor-off": "Second facteur retiré",
        "second-factor-on": "Second facteur mis en place",
        "second-factor-reset": "Second facteur réinitialisé",
        "sign-in": "Connexion",
        withdraw: "Invitation retirée",
      },
      fields: { two_factor_required: "second facteur exigé" },
      files: "none",
    },
  ],
  jobs: { "auth.clear": "Nettoyage des sessions et des codes expirés" },
};
