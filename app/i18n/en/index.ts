import type { Messages } from "../fr/index.ts";
import { about, community } from "./federation.ts";
import {
  contactForm,
  forms,
  newsletterForm,
  newsletterReturn,
  toasts,
  unsubscribe,
  validation,
} from "./forms.ts";
import { common, draft, error, footer, head, moved, navigation, notFound, share } from "./frame.ts";
import { guardian } from "./guardian.ts";
import {
  application,
  ownData,
  places,
  proof,
  refundRule,
  registration,
  renewal,
  ticket,
} from "./joining.ts";
import { events, home, news } from "./live.ts";
import { byHand, moneyTimeline, payment, payments, simulated, unpayable } from "./payments.ts";
import { contact, legal, membership, partners, resources, search } from "./services.ts";

const en = {
  about,
  application,
  byHand,
  common,
  community,
  contact,
  contactForm,
  draft,
  error,
  events,
  footer,
  forms,
  guardian,
  head,
  home,
  legal,
  membership,
  moneyTimeline,
  navigation,
  news,
  newsletterForm,
  newsletterReturn,
  moved,
  notFound,
  ownData,
  partners,
  payment,
  payments,
  places,
  proof,
  refundRule,
  registration,
  renewal,
  resources,
  search,
  share,
  simulated,
  ticket,
  toasts,
  unpayable,
  unsubscribe,
  validation,
} satisfies Messages;
export default en;
