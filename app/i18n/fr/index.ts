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

/** The French labels: the source that every other language must match key for key. */
const fr = {
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
};
export default fr;

/** The shape a translation must have: the same keys, any text. */
export type Messages = Widen<typeof fr>;
type Widen<T> = { [K in keyof T]: T[K] extends string ? string : Widen<T[K]> };
