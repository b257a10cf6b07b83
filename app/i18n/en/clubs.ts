import type { Messages } from "../fr/index.ts";

export const club: Messages["club"] = {
  label: "Club",
  title: "My club",
  open: "Manage my club",
  until: "Affiliated club until {{date}}",
  always: "Affiliated club, without an end date",
  used: "Included licences: {{used}} of {{included}} taken",
  usedText:
    "An open invitation counts. An accepted licence counts until its last day, even if the player leaves before.",
  roster: "Players",
  nobody: "Nobody is in your club yet. Invite a first player.",
  gamertag: "Gamertag: {{name}}",
  age: { minor: "minor", adult: "adult" },
  release: "Release from the club",
  invitations: "Open invitations",
  inviteText:
    "An invitation is for one player. It is valid for {{days}} days. The player has nothing to pay: the licence is included in the club’s membership.",
  invite: "Create an invitation",
  full: "All included licences are taken. To promise another one, withdraw an open invitation.",
  inviteByPlayerText:
    "A player can also pay for their licence themselves and join the club. This invitation does not count among the included licences.",
  inviteByPlayer: "Invite a player who pays for their licence",
  byPlayer: "The player pays for their licence",
  code: "Code: {{code}}",
  expires: "Valid until {{date}}",
  link: "Link of the invitation",
  whatsApp: "Send by WhatsApp",
  message:
    "{{club}} invites you to take your official player licence, paid by the club. Accept here: {{link}}",
  messageByPlayer:
    "{{club}} invites you to join the club with your official player licence, which you pay for yourself. Accept here: {{link}}",
  withdraw: "Withdraw this invitation",
  waits:
    "A player of another club accepted it. That other club has until {{date}} to agree. The place stays taken.",
  moves: "Players who ask to leave",
  movesText:
    "Another club invited them and they accepted. Without an answer, the federation can decide in your place, and the request ends on its date.",
  move: "{{name}} asks to join {{club}}",
  moveUntil: "Answer by {{date}}",
  agree: "Agree to the departure",
  refuse: "Refuse the departure",
  reason: "Reason for the refusal",
  reasonHint: "{{name}} will read it.",
  renew_one: "Renew the licence of {{count}} player",
  renew_other: "Renew the licences of {{count}} players",
  renewText:
    "These licences end soon, or have just ended. The club’s membership renews them until its date, while included licences are left. First release the players who do not stay.",
  bought_one: "{{count}} of them bought, until {{date}}",
  bought_other: "{{count}} of them bought, until {{date}}",
  buyTitle: "Buy licences",
  buyText:
    "Each licence costs {{price}} and is added to those of the membership until {{date}}. You pay for all of them at once. The total is shown on the next page, before any payment.",
  buyEnd:
    "If the club’s membership ends before that date, these licences end with it. After that date, the club can buy some for the next season.",
  buyCount: "Number of licences",
  buyHint: "From 1 to 100",
  buy: "Buy",
  ordered_one: "{{count}} licence ordered, {{amount}} to pay",
  ordered_other: "{{count}} licences ordered, {{amount}} to pay",
  orderedText: "Another order replaces this one as long as nobody is paying it.",
  orderedLink: "Go to payment",
  leave: "Leave this club",
  leaveTitle: "Leave the club {{club}}?",
  releaseTitle: "Release {{name}} from the club?",
  leaveText:
    "Your licence keeps its number and stays valid until its date. Your card will no longer say the name of the club, and the club will no longer see you. The club is told by e-mail.",
  leaveThen:
    "Joining another club will only be possible from {{date}}, unless your club releases you: ask it before you leave.",
  releaseText:
    "Their licence keeps its number and stays valid until its date. Their card will no longer say the name of the club. The player is told by e-mail.",
  taken: "The place is not free at once: it counts among the club’s licences until {{date}}.",
  back: "Change nothing",
  notFoundTitle: "Club not found",
  notFoundMessage:
    "This club is not linked to your e-mail, or it is no longer affiliated. Open My space with the e-mail that the club gave.",
  partedTitle: "Nothing to confirm here",
  partedMessage:
    "This player is no longer in the club, or it is for the club to confirm their departure.",
};

export const invitation: Messages["invitation"] = {
  title: "Invitation from a club",
  lead: "{{club}} invites you to take your player licence.",
  paid: "The club pays for your licence: you have nothing to pay. Accepted today, it is valid until {{date}}.",
  leadByPlayer: "{{club}} invites you to join the club.",
  byPlayer:
    "You pay for your licence yourself, at the federation’s price. If you have one already, it is enough and you have nothing to pay.",
  sees: "The club will see your name, your gamertag, whether you are of age, your licence number and its state. It will see nothing else.",
  prove:
    "To accept, first give your e-mail address, or that of a parent if you are a minor. The licence card arrives there.",
  signedIn: "You accept with the address {{email}}.",
  other: "Use another address",
  haveTitle: "You already have a licence",
  haveText:
    "It keeps its number. If it ends before that of the club, the club pays what follows. What you paid stays yours.",
  haveOwnText: "It keeps its number and its date. You have nothing to pay.",
  asks: "{{name}} is in the club {{club}}, which has to agree within {{days}} days.",
  closed: "{{name}} is in the club {{club}}. A move can be asked for again from {{date}}.",
  left: "{{name}} left the club {{club}}. Joining another club will be possible from {{date}}.",
  ask: "Ask to join the club with the licence of {{name}}",
  take: "Join the club with the licence of {{name}}",
  formTitle: "Ask for a licence",
  accept: "Accept the invitation",
  acceptAndPay: "Accept and go to payment",
  state: {
    used: "This invitation was used already",
    late: "This invitation is no longer valid",
    withdrawn: "The club withdrew this invitation",
    waiting: "This invitation waits for an agreement",
    ended: "This invitation is no longer valid",
    closed: "This is not the time to move to another club",
    moving: "This player has already asked for a move",
    over: "This club is no longer affiliated",
    member: "This player is in the club already",
    suspended: "This membership is suspended",
    type: "Player licences are closed",
    unknown: "Invitation not found",
  },
  text: {
    used: "An invitation is for one player. If it was you, your card is in your e-mail and in My space. Otherwise ask the club for another one.",
    late: "Its date is past. Ask the club for another one.",
    withdrawn: "Ask the club for another one, or take your licence yourself.",
    waiting:
      "A player of another club accepted it. If it is you, follow your request in My space. Otherwise ask the club for another invitation.",
    ended:
      "The move that was asked for with it did not take place. If it was you, your e-mail says why. Ask the club for another invitation.",
    closed:
      "This player is in an affiliated club, or has just left one. Moving to another will be possible from {{date}}.",
    moving: "First take that request back in My space. The invitation stays open.",
    over: "Its membership of the federation has ended. You can take your licence yourself.",
    member: "Nothing has changed, and the invitation stays open for another player.",
    suspended: "Write to the federation. The invitation stays open.",
    type: "The federation offers none at the moment. Write to it.",
    unknown: "Check the link or the code that the club gave you.",
  },
  back: "See the memberships",
  codeTitle: "Did a club invite you?",
  codeLead: "Enter the code of your invitation.",
  code: "Code of the invitation",
  codeHint: "12 letters and digits",
  go: "See the invitation",
};
