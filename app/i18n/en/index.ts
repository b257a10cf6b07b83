import type { Messages } from "../fr/index.ts";
import { about, community } from "./federation.ts";
import { common, error, footer, head, navigation, notFound } from "./frame.ts";
import { events, home, news } from "./live.ts";
import { contact, legal, membership, partners, resources } from "./services.ts";

const en = {
  about,
  common,
  community,
  contact,
  error,
  events,
  footer,
  head,
  home,
  legal,
  membership,
  navigation,
  news,
  notFound,
  partners,
  resources,
} satisfies Messages;
export default en;
