/** The card of a licence, for whoever has it. */
export const licence = {
  title: "Your licence",
  official: "Official licence of the federation",
  player: "Player",
  born: "born in {{year}}",
  from: "Valid from {{date}}",
  until: "until {{date}}",
  always: "without an end date",
  qr: "QR code of licence {{number}}",
  keep: "Keep this page among your bookmarks, or print the card. Whoever checks it reads the code with the camera of a phone.",
  file: { card: "Card (PDF, size of a bank card)", a6: "Card (PDF, A6)" },
  state: {
    valid: "Valid",
    ending: "Valid, ends soon",
    future: "Not begun yet",
    suspended: "Suspended",
    ended: "Ended",
    gone: "No longer exists",
  },
  suspendedText:
    "Your licence is suspended. The federation tells you why, and how to appeal: if its message has not reached you, write to it.",
  membershipSuspended:
    "Your membership is suspended. Write to the federation to learn why and how to appeal.",
  suspendedUntil:
    "Your licence is suspended until {{date}}. The federation tells you why, and how to appeal: if its message has not reached you, write to it.",
  notFoundTitle: "No licence at this address",
  notFoundMessage:
    "A licence begins with an active membership of a player. Check the link, or write to us.",
  number: "Licence",
};

/** The answer to a code that somebody scanned: each in its own words. */
export const check = {
  title: "Check of a licence",
  description: "What a licence card says, and how the licence is now.",
  busyTitle: "One moment",
  busyText: "Too many checks come from this connection. Try again in a minute.",
  at: "Checked in the federation’s register: {{time}}.",
  name: "Name",
  number: "Number",
  born: "Year of birth",
  kind: "Licence",
  from: "Valid from",
  until: "Until",
  compare: "Compare the name and the age with the person who shows the card.",
  suspendedUntil: "Until {{date}}.",
  validUntil: "The licence itself is valid until {{date}}.",
  verdict: {
    valid: "Valid licence",
    ending: "Valid licence, ends soon",
    future: "Licence not begun yet",
    suspended: "Licence suspended",
    ended: "Licence ended",
    season: "Card of a past season",
    replaced: "Card replaced",
    gone: "This licence no longer exists",
    unknown: "Card unknown to the register",
    revokedKey: "Card cancelled",
    otherKey: "Card of another federation",
    forged: "False card",
    unreadable: "Unreadable code",
  },
  text: {
    valid: "The card is authentic, and the licence is in order.",
    ending: "The card is authentic, and the licence is in order.",
    future: "The card is authentic, but the licence begins only on the day that it says.",
    suspended: "The card is authentic, but the federation suspended this licence.",
    ended: "The card is authentic, but the membership has ended.",
    season:
      "The card is authentic, but its season is over. The person can open their present card from their e-mail.",
    replaced: "The card is authentic, but a newer one replaces it. Ask to see that one.",
    gone: "The federation keeps nothing about this person any more.",
    unknown:
      "The signature is ours, but the register does not know this card. Ask the person to open their card from their e-mail.",
    revokedKey:
      "The federation cancelled all cards of this series. The person can open their new card from their e-mail.",
    otherKey: "This card is not signed by our federation.",
    forged: "The signature does not match what the card says: it was altered or made up.",
    unreadable:
      "This is not the code of a licence card, or a part of it is missing. Read it once more.",
  },
};
