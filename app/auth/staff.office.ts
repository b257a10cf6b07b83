import { ShieldCheck } from "lucide-react";
import { calledBy, type Notion, positions } from "../kit/notion.ts";

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
        "payment-keys": "Clés de paiement en ligne changées",
        put: "Administrateur créé par la machine",
        "recovery-code": "Code de secours utilisé",
        "recovery-codes": "Nouveaux codes de secours",
        "recovery-key": "Clé de secours des sauvegardes créée",
        "recovery-key-shown": "Clé de secours des sauvegardes présentée",
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
      fields: {
        email: "Email",
        email_verified: "Adresse vérifiée",
        removed_at: "Supprimé le",
        role: "Rôle",
        two_factor_enabled: "Second facteur en place",
        two_factor_required: "Second facteur exigé",
      },
      values: {
        role: [
          { value: "admin", label: "Administrateur" },
          { value: "user", label: "Aucun" },
        ],
        is_active: positions("Actif", "Désactivé"),
      },
      called: { ...calledBy("name"), to: () => "/admin/staff" },
      files: "none",
    },
  ],
  jobs: { "auth.clear": "Nettoyage des sessions et des codes expirés" },
  mails: {
    "account-notice": "Changement sur un compte de l’administration",
    "address-change": "Nouvelle adresse d’un compte à confirmer",
    "password-reset": "Mot de passe oublié",
    "sign-in-code": "Code de connexion",
    "staff-invitation": "Invitation à l’administration",
  },
};
