import { ADMINISTRATOR_LABEL } from "../../core/values/roles.ts";
import { formatMoment } from "../../i18n/format.ts";
import { composeStaffMail, type Part } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { passwordPath } from "../passwords/passwords.ts";
import { CODE_MINUTES } from "../second-factor/second-factor.ts";

/** Where a browser is, as people recognise it. */
export type ClientDescription = { device: string; network: string };

/** What happened to an account, of which its owner is told. */
export type AccountEvent =
  | { kind: "new-device"; client: ClientDescription }
  | { kind: "password-changed" }
  | { kind: "factor-on"; by: "authenticator" | "mail" }
  | { kind: "factor-off" }
  | { kind: "recovery-codes-made" }
  | { kind: "recovery-code-used"; left: number; client: ClientDescription }
  | { kind: "passkey-added"; called: string; client: ClientDescription }
  | { kind: "passkey-renamed"; from: string; to: string }
  | { kind: "passkey-removed"; called: string }
  | { kind: "passkey-copied"; called: string }
  | { kind: "devices-signed-out"; count: number }
  | { kind: "address-changed"; from: string; to: string }
  | { kind: "roles-changed"; by: string; roles: string }
  | { kind: "deactivated"; by: string }
  | { kind: "invitation-withdrawn"; by: string }
  | { kind: "removed"; by: string }
  | { kind: "factor-reset"; by: string }
  | { kind: "reset-by-machine" };

type Notice = { recipient: string; name: string; event: AccountEvent; at: Date };
type Words = { subject: string; happened: string; client?: ClientDescription };

/** Tells the owner of an account what happened to it. Nothing in it opens anything. */
export function accountNoticeMail({ event, at, ...to }: Notice): Mail {
  const { subject, happened, client } = wordsOf(event);
  return composeStaffMail({
    ...to,
    template: "account-notice",
    subject,
    preheader: happened,
    parts: [
      happened,
      {
        facts: [
          ["Quand", formatMoment("fr", at)],
          client && ["Appareil", client.device],
          client && ["Réseau", client.network],
        ],
      },
      ...adviceOn(event),
    ],
    reason:
      "Vous recevez ce message parce que cette adresse est, ou était, celle d’un compte de l’administration.",
  });
}

/** What another person decided, of which no password of one's own takes anything back. */
const LOSSES: readonly AccountEvent["kind"][] = [
  "roles-changed",
  "deactivated",
  "removed",
  "invitation-withdrawn",
];

const NEW_PASSWORD = "Choisir un nouveau mot de passe";

/** What to do when it was somebody else. */
function adviceOn({ kind }: AccountEvent): Part[] {
  if (LOSSES.includes(kind)) {
    return ["Si cela vous surprend, parlez-en avec une autre personne de l’administration."];
  }
  if (kind === "factor-reset") {
    return [
      "Connectez-vous avec votre mot de passe, puis activez de nouveau la validation en deux étapes dans « Mon compte ». Si vous n’avez rien demandé, choisissez tout de suite un nouveau mot de passe et prévenez un autre administrateur.",
      { button: NEW_PASSWORD, to: "/admin/forgotten" },
    ];
  }
  if (kind.startsWith("passkey-")) {
    return [
      kind === "passkey-copied"
        ? "Retirez cette clé dans « Mon compte », « Clés d’accès », et ajoutez-en une autre. Prévenez aussi un autre administrateur."
        : "Si c’était vous, il n’y a rien à faire. Sinon, retirez dans « Mon compte », « Clés d’accès », toute clé que vous ne connaissez pas, car changer de mot de passe ne la désactive pas, puis changez de mot de passe. Prévenez aussi un autre administrateur.",
      { button: "Voir mes clés d’accès", to: "/admin/account" },
      { link: NEW_PASSWORD, to: "/admin/forgotten" },
    ];
  }
  if (kind === "new-device") {
    return [
      "Si c’était vous, il n’y a rien à faire. Sinon, déconnectez cet appareil dans « Mon compte », « Appareils connectés », et choisissez un nouveau mot de passe, ce qui déconnecte tous les autres. Prévenez aussi un autre administrateur.",
      { button: "Voir mes appareils connectés", to: "/admin/account" },
      { link: NEW_PASSWORD, to: "/admin/forgotten" },
    ];
  }
  if (kind === "address-changed") {
    // The link of a new password would go to the address that the account has now.
    return [
      "Si c’était vous, il n’y a rien à faire. Sinon, prévenez tout de suite un autre administrateur : le lien d’un nouveau mot de passe partirait à la nouvelle adresse.",
    ];
  }
  return [
    "Si c’était vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe et prévenez un autre administrateur.",
    { button: NEW_PASSWORD, to: "/admin/forgotten" },
  ];
}

function wordsOf(event: AccountEvent): Words {
  switch (event.kind) {
    case "new-device":
      return {
        subject: "Connexion depuis un nouvel appareil",
        happened: "Quelqu’un s’est connecté à votre compte depuis un appareil encore inconnu.",
        client: event.client,
      };
    case "password-changed":
      return {
        subject: "Votre mot de passe a été changé",
        happened:
          "Le mot de passe de votre compte vient d’être changé, et vos autres appareils ont été déconnectés.",
      };
    case "factor-on":
      return {
        subject: "Validation en deux étapes activée",
        happened:
          event.by === "authenticator"
            ? "Un code de votre application est désormais demandé à chaque connexion, en plus du mot de passe."
            : "Un code envoyé par e-mail est désormais demandé à chaque connexion, en plus du mot de passe.",
      };
    case "factor-off":
      return {
        subject: "Validation en deux étapes désactivée",
        happened: "Le mot de passe suffit désormais pour se connecter à votre compte.",
      };
    case "recovery-codes-made":
      return {
        subject: "Nouveaux codes de secours",
        happened:
          "De nouveaux codes de secours viennent d’être créés pour votre compte : les anciens ne sont plus valables.",
      };
    case "recovery-code-used":
      return {
        subject: "Un code de secours a été utilisé",
        happened: `Quelqu’un s’est connecté à votre compte avec un code de secours. ${remainingWords(event.left)}`,
        client: event.client,
      };
    case "passkey-added":
      return {
        subject: "Clé d’accès ajoutée",
        happened: `La clé d’accès « ${event.called} » a été ajoutée à votre compte : elle suffit pour se connecter, sans mot de passe ni code.`,
        client: event.client,
      };
    case "passkey-renamed":
      return {
        subject: "Clé d’accès renommée",
        happened: `La clé d’accès « ${event.from} » de votre compte s’appelle désormais « ${event.to} ».`,
      };
    case "passkey-removed":
      return {
        subject: "Clé d’accès retirée",
        happened: `La clé d’accès « ${event.called} » a été retirée de votre compte : elle ne permet plus de s’y connecter.`,
      };
    case "passkey-copied":
      return {
        subject: "Clé d’accès refusée",
        happened: `La clé d’accès « ${event.called} » de votre compte a été refusée : quelqu’un en a peut-être une copie.`,
      };
    case "devices-signed-out":
      return {
        subject:
          event.count > 1 ? "Des appareils ont été déconnectés" : "Un appareil a été déconnecté",
        happened:
          event.count > 1
            ? `${event.count} appareils ont été déconnectés de votre compte, depuis un autre.`
            : "Un appareil a été déconnecté de votre compte, depuis un autre.",
      };
    case "address-changed":
      return {
        subject: "L’adresse de votre compte a changé",
        happened: `Pour vous connecter à votre compte, l’adresse est désormais ${event.to}, et non plus ${event.from}.`,
      };
    case "roles-changed":
      return {
        subject: "Vos rôles ont changé",
        happened: `${event.by} a changé ce que votre compte peut faire dans l’administration. Vos rôles : ${event.roles}.`,
      };
    case "deactivated":
      return {
        subject: "Votre compte a été désactivé",
        happened: `${event.by} a désactivé votre compte. Il ne permet plus de se connecter, et tous vos appareils ont été déconnectés.`,
      };
    case "invitation-withdrawn":
      return {
        subject: "Votre invitation a été retirée",
        happened: `${event.by} a retiré votre invitation à l’administration. Son lien n’est plus valable.`,
      };
    case "removed":
      return {
        subject: "Votre compte a été supprimé",
        happened: `${event.by} a supprimé votre compte. Tous vos appareils ont été déconnectés ; ce que vous avez écrit reste.`,
      };
    case "factor-reset":
      return {
        subject: "Votre validation en deux étapes a été réinitialisée",
        happened: `${event.by} a désactivé la validation en deux étapes et retiré les clés d’accès de votre compte. Tous vos appareils ont été déconnectés.`,
      };
    case "reset-by-machine":
      return {
        subject: "Votre compte a été réinitialisé",
        happened:
          "Depuis le serveur, votre compte a reçu un nouveau mot de passe. Sa validation en deux étapes et ses clés d’accès ont été retirées, et tous vos appareils ont été déconnectés.",
      };
  }
}

function remainingWords(left: number): string {
  if (left === 0) return "C’était le dernier : créez-en de nouveaux.";
  return left === 1 ? "Il en reste un." : `Il en reste ${left}.`;
}

type AddressChange = { recipient: string; name: string; token: string };

/** Asks whoever reads a mailbox whether an account should have its address from now on. */
export function addressChangeMail({ token, ...to }: AddressChange): Mail {
  return composeStaffMail({
    ...to,
    template: "address-change",
    subject: "Confirmez votre nouvelle adresse",
    preheader: "Ce lien est valable une heure et utilisable une seule fois.",
    title: "Nouvelle adresse",
    parts: [
      "Vous avez demandé que votre compte de l’administration ait désormais cette adresse. Confirmez-le ; ce lien est valable une heure et utilisable une seule fois.",
      { button: "Confirmer cette adresse", to: `/admin/address/${token}` },
      "Si ce n’était pas vous, ne faites rien : rien ne change.",
    ],
    reason: "Vous recevez ce message parce que quelqu’un a donné cette adresse pour son compte.",
  });
}

type SignInCode = { recipient: string; name: string; code: string };

/** The second step of a sign-in, for who has no authenticator at hand. */
export function signInCodeMail({ code, ...to }: SignInCode): Mail {
  return composeStaffMail({
    ...to,
    template: "sign-in-code",
    // The code is in the body alone, which nobody reads in the outbox; notifications show its beginning.
    subject: "Votre code de connexion",
    preheader: `Code ${code}, valable ${CODE_MINUTES} minutes.`,
    title: "Code de connexion",
    parts: [
      { facts: [["Votre code", code]] },
      `Il est valable ${CODE_MINUTES} minutes. Ne le donnez à personne.`,
      "Si vous n’êtes pas en train de vous connecter, changez votre mot de passe : quelqu’un d’autre le connaît.",
    ],
    reason: "Vous recevez ce message parce qu’une connexion à votre compte est en cours.",
  });
}

type PasswordReset = { recipient: string; name: string; token: string };

/** The link with which staff choose a new password. */
export function passwordResetMail({ token, ...to }: PasswordReset): Mail {
  return composeStaffMail({
    ...to,
    template: "password-reset",
    subject: "Choisir un nouveau mot de passe",
    preheader: "Ce lien est valable une heure et utilisable une seule fois.",
    title: "Nouveau mot de passe",
    parts: [
      "Quelqu’un a demandé un nouveau mot de passe pour votre compte de l’administration. Ce lien est valable une heure et utilisable une seule fois.",
      { button: "Choisir un mot de passe", to: passwordPath(token) },
      "Si ce n’était pas vous, ne faites rien : votre mot de passe actuel reste valable.",
    ],
    reason:
      "Vous recevez ce message parce que cette adresse est celle d’un compte de l’administration.",
  });
}

type StaffInvitation = { recipient: string; name: string; token: string; invitedBy: string };

/** Brings a new member of staff to the screen where they choose their password. */
export function staffInvitationMail({ token, invitedBy, ...to }: StaffInvitation): Mail {
  return composeStaffMail({
    ...to,
    template: "staff-invitation",
    subject: "Votre accès à l’administration du site",
    preheader: "Choisissez votre mot de passe pour commencer.",
    title: "Bienvenue dans l’équipe",
    parts: [
      `${invitedBy} vous a ouvert un accès à l’administration du site. Choisissez votre mot de passe pour commencer ; ce lien est valable sept jours.`,
      { button: "Choisir mon mot de passe", to: passwordPath(token) },
    ],
    reason: "Vous recevez ce message parce qu’un administrateur a donné cette adresse.",
  });
}

type Admission = {
  recipient: string;
  name: string;
  /** Who wants whom to come in, and as what. */
  askedBy: string;
  candidate: { name: string; email: string; roles: string };
  /** From when whoever asked may agree alone, where nobody else is there; absent where it is open at once. */
  until?: Date | null;
};

/** Tells everybody who administers the site that somebody is to come in, and what is left to do. */
export function admissionMail({ askedBy, candidate, until, ...to }: Admission): Mail {
  const isAdministrator = candidate.roles === ADMINISTRATOR_LABEL;
  const access = isAdministrator ? "toute l’administration" : "l’administration";
  const next = until
    ? "Aucune autre personne ne peut l’approuver : l’accès attend donc une journée avant de pouvoir être ouvert."
    : "L’accès ne s’ouvre que lorsqu’une autre personne l’approuve, avec un compte de plus de 24 heures.";
  const isOpen = until === undefined;
  return composeStaffMail({
    ...to,
    template: "staff-admission",
    subject: isOpen
      ? "Un nouvel accès à l’administration"
      : isAdministrator
        ? "Un nouvel administrateur à approuver"
        : "Un nouvel accès à approuver",
    parts: [
      isOpen
        ? `${askedBy} a ouvert à cette personne un accès à ${access}.`
        : `${askedBy} veut donner à cette personne un accès à ${access}. ${next}`,
      {
        facts: [
          ["Nom", candidate.name],
          ["E-mail", candidate.email],
          ["Rôles", candidate.roles],
          until && ["À ouvrir à partir du", formatMoment("fr", until)],
        ],
      },
      isOpen
        ? "Si cela vous surprend, désactivez ce compte et parlez-en avec une autre personne de l’administration."
        : "Si cela vous surprend, retirez cette demande et parlez-en avec une autre personne de l’administration.",
      { button: "Voir les comptes", to: "/admin/staff" },
    ],
  });
}
