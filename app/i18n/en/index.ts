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
import {
  application,
  guardian,
  places,
  proof,
  refundRule,
  registration,
  renewal,
  ticket,
} from "./joining.ts";
import { events, home, news } from "./live.ts";
import { ownData } from "./own-data.ts";
import { byHand, moneyTimeline, payment, payments, simulated } from "./payments.ts";
import { search } from "./search.ts";
import { contact, legal, membership, partners, resources } from "./services.ts";
import { unpayable } from "./unpayable.ts";

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
