import { formatDate } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Mail } from "../../mail/mail.ts";
import {
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
} from "./registration-mail.ts";

export type RegistrationProof = MailedRegistration & {
  code: string;
  /** Where it is proven by one press. */
  link: string;
  /** Without a place, it stands for the waiting list. */
  status: string;
  amount: number;
};

type Texts = Record<
  "title" | "place" | "line" | "button" | "orCode" | "pay" | "why" | "ignore",
  string
> & {
  subject: (event: string) => string;
};

const TEXTS = {
  fr: {
    subject: (event) => `Confirmez votre inscription : ${event}`,
    title: "Il reste à confirmer",
    place:
      "Une place est gardée pour vous pendant deux heures, le temps de confirmer que cette adresse est bien la vôtre. Ensuite, elle sera libérée.",
    line: "L’événement est complet. Confirmez dans les deux heures que cette adresse est bien la vôtre pour entrer sur la liste d’attente.",
    button: "Confirmer mon inscription",
    orCode:
      "Vous pouvez aussi taper ce code sur la page qui s’est affichée quand vous avez envoyé le formulaire.",
    pay: "Le paiement vient ensuite.",
    why: "Pourquoi cette étape ? Beaucoup d’inscriptions viennent d’arriver du même réseau que la vôtre.",
    ignore: "Ce n’était pas vous ? Ignorez ce message : rien ne sera gardé à votre nom.",
  },
  en: {
    subject: (event) => `Confirm your registration: ${event}`,
    title: "One step is left",
    place:
      "A place is kept for you for two hours, until you confirm that this address is yours. After that, it is released.",
    line: "The event is full. To join the waiting list, confirm within two hours that this address is yours.",
    button: "Confirm my registration",
    orCode: "You can also type this code on the page that you saw after sending the form.",
    pay: "The payment comes next.",
    why: "Why this step? Many registrations have just come from the same network as yours.",
    ignore: "Not you? Ignore this message: nothing will be kept in your name.",
  },
} satisfies Record<Language, Texts>;

/** Too many came from one network: this place, or place in the line, waits for a word from its address. */
export function registrationProofMail({ code, link, ...data }: RegistrationProof): Mail {
  const { language, event, status, amount } = data;
  const words = REGISTRATION_LABELS[language];
  const texts = TEXTS[language];
  const waits = status === "waiting";
  const what = waits ? texts.line : texts.place;
  return registrationMail(data, {
    template: "registration-proof",
    preheader: what,
    texts,
    parts: (title) => [
      { text: what },
      {
        rows: [
          [words.event, title],
          [words.date, formatDate(language, event.date)],
        ],
      },
      { button: texts.button, to: link },
      { text: texts.orCode },
      { rows: [[words.code, code]] },
      ...(amount > 0 && !waits ? [{ text: texts.pay }] : []),
      { text: texts.why },
      { text: texts.ignore },
    ],
  });
}
