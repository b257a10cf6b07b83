/** The card of a licence, for whoever has it. */
export const licence = {
  title: "Your licence",
  official: "The federation’s official licence",
  player: "Player",
  born: "born in {{year}}",
  always: "no end date",
  qr: "QR code of licence {{number}}",
  keep: "Bookmark this page, or print the card. Whoever checks it scans the code with a phone camera.",
  file: { card: "Card (PDF, bank card size)", a6: "Card (PDF, A6)" },
  state: {
    valid: "Valid",
    ending: "Valid, ending soon",
    future: "Not started yet",
    suspended: "Suspended",
    ended: "Ended",
    gone: "No longer exists",
  },
  suspendedText:
    "Your licence is suspended. The federation’s message explains why, and how to appeal. If you have not received it, write to the federation.",
  membershipSuspended:
    "Your membership is suspended. Write to the federation to find out why, and how to appeal.",
  suspendedUntil:
    "Your licence is suspended until {{date}}. The federation’s message explains why, and how to appeal. If you have not received it, write to the federation.",
  notFoundTitle: "Licence not found",
  notFoundMessage:
    "A licence comes with an active player membership. Check the link, or write to us.",
  number: "Licence",
};

/** The photograph on a licence, for whoever sends it. */
export const photo = {
  title: "Photograph on the licence",
  own: "My photograph",
  alt: "Photograph of the holder",
  altPending: "Photograph sent, not yet checked",
  none: "There is no photograph on the card: it is optional.",
  accepted: "This photograph is on the card.",
  pending: "The federation is checking this photograph. It is not on the card yet.",
  purpose:
    "The photograph shows that the card belongs to the person presenting it. It is optional: the licence is valid without it.",
  seen: "The federation’s staff check it. After that, anyone who opens the card or scans its code sees it. It is never in the public register.",
  kept: "We keep only a small picture of it, with no trace of the place or the device, and never the original. You can remove it here at any time. We delete it within {{term}} of the licence ending.",
  minor: "For a minor, the parent or guardian sends the photograph.",
  label: "Photograph",
  hint: "JPEG, PNG or WebP, 10\u00a0MB at most. One face only, from the front, well lit.",
  send: "Send the photograph",
  sendAgain: "Send another photograph",
  remove: "Remove the photograph",
  removeHint: "It is removed from the website at once. Cards already printed keep it.",
  ended: "This licence has ended: a photograph can be sent after a renewal.",
  notFound:
    "This link opens no licence under your e-mail address. Sign in to My space, then open the photograph from your licence.",
};

/** Who has a licence, for whoever agreed to be found, and the clubs. */
export const register = {
  title: "Register of licences",
  lead: "Check a federation licence number and find affiliated clubs.",
  number: "Licence number",
  numberHint: "For example FGE-004217-K",
  check: "Check",
  unlisted: "This number is not in the public register",
  unlistedText:
    "Check each digit and the letter. The register only shows adults who have agreed to be in it: for anyone else, scan the code on their card.",
  scan: "Check a card",
  clubs: "Affiliated clubs",
  clubsLead: "The clubs with a current membership, by town.",
  noClubs: "No affiliated club yet",
  noClubsText: "Clubs will be listed here as soon as their membership has begun.",
  noTown: "Town not given",
  agree:
    "I agree to my name, my club and the status of my licence appearing in the public register (optional, never for a minor)",
  listed: "Your licence is in the public register.",
  unlistedOwn: "Your licence is not in the public register.",
  list: "Add my name, my club and the status of my licence",
  unlist: "Remove it from the register",
};

/** The answer to a code that somebody scanned: each in its own words. */
export const check = {
  title: "Licence check",
  description: "Check that a licence card is authentic and that the licence is valid.",
  busyTitle: "One moment",
  busyText: "Too many checks have been made from this connection. Try again in a minute.",
  at: "Checked in the federation’s register: {{time}}.",
  name: "Name",
  number: "Number",
  born: "Year of birth",
  kind: "Licence",
  from: "Valid from",
  until: "Until",
  cardClub: "Club, according to the card",
  leftClub: "The person is no longer in the club shown on the card",
  compareFace: "Compare the face, the name and the age with the person showing the card.",
  compare: "Compare the name and the age with the person showing the card.",
  suspendedUntil: "Until {{date}}.",
  validUntil: "The licence itself is valid until {{date}}.",
  next: "Check another card",
  verdict: {
    valid: "Valid licence",
    ending: "Valid licence, ending soon",
    future: "Licence not started yet",
    suspended: "Licence suspended",
    ended: "Licence ended",
    season: "Card from a past season",
    replaced: "Card replaced",
    gone: "This licence no longer exists",
    unknown: "Card not in the register",
    revokedKey: "Card cancelled",
    otherKey: "Another federation’s card",
    forged: "Forged card",
    unreadable: "Unreadable code",
    newer: "Card newer than the list",
    number: "Number in order, card not verified",
  },
  text: {
    valid: "The card is authentic, and the licence is in order.",
    ending: "The card is authentic, and the licence is in order.",
    future: "The card is authentic, but the licence only starts on the date shown.",
    suspended: "The card is authentic, but the federation has suspended this licence.",
    ended: "The card is authentic, but the membership has ended.",
    season:
      "The card is authentic, but its season is over. The person can open their current card from the e-mail they received.",
    replaced: "The card is authentic, but a newer one replaces it. Ask to see that one.",
    gone: "The federation no longer holds any data about this person.",
    unknown:
      "The signature is ours, but this card is not in the register. Ask the person to open their card from the e-mail they received.",
    revokedKey:
      "The federation has cancelled all the cards in this series. The person can open their new card from the e-mail they received.",
    otherKey: "This card is not signed by our federation.",
    forged: "The signature does not match what the card says: the card has been altered or forged.",
    unreadable: "This is not the code of a licence card, or part of it is missing. Scan it again.",
    newer:
      "The signature is ours, but the list on this phone does not include this card yet. Compare the name and the age carefully, and open the check page as soon as you are online.",
    number:
      "According to the list, this number is in order, but nothing proves that the card is genuine. Ask for an identity document and compare the face.",
  },
};

/** The page that checks cards, also without a network. */
export const control = {
  short: "Licences",
  title: "Check licences",
  description: "Read a licence card, online or offline.",
  lead: "Open this page once while online: this phone can then check cards offline.",
  ready: "Ready to check offline",
  notReady: "Not yet ready to check offline",
  getReady: "Keep this page open while online, until the list has arrived.",
  unable:
    "This browser cannot keep the page. While online, scan the card with your phone’s camera: the result opens.",
  list: "List of {{time}}.",
  old: "The list of {{date}} is {{days}} days old. Open this page as soon as you are online.",
  clock:
    "This phone’s clock is wrong. The result is given for {{date}}: check the dates on the card.",
  keep: "Add this page to the home screen: otherwise some phones delete it after a week.",
  scan: "Scan a card",
  stop: "Stop the camera",
  image: "Camera picture",
  refused:
    "The camera is not available: allow it for this site, or scan the card with your phone’s camera.",
  elsewhere:
    "Scan the card’s code with your phone’s camera: the result opens here, even offline once this page is ready.",
  scripts: "Without JavaScript, you need to be online to get the result.",
  typed: "Number or code on the card",
  typedHint: "When the code cannot be read. A number alone proves nothing: compare the face too.",
  typedWrong: "This is neither a licence number nor a licence code. Example: FGE-004217-K.",
  typedList: "The list is needed to look up a number: open this page while online.",
  verify: "Check",
  doubtful: "Authentic card, to be checked",
  doubtfulText:
    "The card is authentic and the licence was in order, but this phone does not know everything: read on, then decide.",
  noList: "No list on this phone",
  noListText:
    "Without a list, this phone cannot verify anything. Compare the name and the age, and open the check page as soon as you are online.",
  source: "Checked offline, with the list of {{time}}.",
  again: "Try again online",
};
