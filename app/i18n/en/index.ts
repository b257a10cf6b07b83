import type { Messages } from "../fr/index.ts";
import { about, community } from "./federation.ts";
import { contactForm, forms, newsletterForm, toasts, unsubscribe, validation } from "./forms.ts";
import { common, error, footer, head, navigation, notFound } from "./frame.ts";
import { events, home, news } from "./live.ts";
import { contact, legal, membership, partners, resources } from "./services.ts";

const en = {
  about,
  common,
  community,
  contact,
  contactForm,
  error,
  events,
  footer,
  forms,
  head,
  home,
  legal,
  membership,
  navigation,
  news,
  newsletterForm,
  notFound,
  partners,
  resources,
  toasts,
  unsubscribe,
  validation,
} satisfies Messages;
export default en;
