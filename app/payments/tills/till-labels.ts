import type { HandoverStatus, TillKind } from "./tills.ts";

/** What the back office says of cash. */

export const TILL_KIND_LABELS: Readonly<Record<TillKind, string>> = {
  float: "Fond de caisse",
  payment: "Encaissement",
  refund: "Remboursement",
  correction: "Encaissement corrigé",
  count: "Comptage",
  handover: "Remise envoyée",
  receipt: "Remise reçue",
  return: "Remise revenue",
};

export const HANDOVER_LABELS: Readonly<Record<HandoverStatus, string>> = {
  in_transit: "En chemin",
  received: "Reçue",
  returned: "Revenue",
};
