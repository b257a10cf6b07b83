export const payment = {
  title: "Payment",
  toPay: "Payment is still due",
  toPayText: "Choose how to pay. Everything is confirmed as soon as we have received your payment.",
  unavailable: "To be paid at the federation",
  unavailableText:
    "Your request is recorded. Everything is confirmed as soon as we have received your payment.",
  testOver: "This test is over",
  testOverText:
    "The site now takes real money: what was tried here can no longer be paid and gives nothing. To take part for real, send a new request.",
  starting: "We are contacting the operator",
  startingText: "You have not been charged yet.",
  waiting: "The operator is waiting for your approval",
  waitingText:
    "If you have already paid, do not pay a second time: we are only waiting for its confirmation.",
  declined: "Your means of payment was declined",
  declinedText:
    "You were not charged. Go back to the operator and choose something else: it is the same payment.",
  checking: "We are checking your payment",
  checkingText:
    "Do not pay a second time. If you were charged, your payment will show here or be returned.",
  silent: "The operator does not answer us",
  silentText:
    "We do not know yet whether you have paid. If you have already paid, do not pay a second time: your payment will show here. If not, you can still pay there, or stop this payment.",
  stopping: "We have asked for this payment to be stopped",
  stoppingText:
    "The operator has not confirmed it yet: please do not pay there any more. As soon as it does, you can pay in another way.",
  until:
    "We keep asking until {{time}}, Conakry time. Without an answer by then, the federation looks there itself.",
  unanswered: "We do not know whether you have paid",
  unansweredText:
    "The time to pay at the operator is over, and it still does not answer us. The federation looks there itself. Until then no other online payment begins, so that you never pay twice. To speed things up, write to us with your reference.",
  unreached: "The operator did not answer",
  unreachedText:
    "We do not know whether it has noted your request. If you are asked for a secret code for this payment, do not type it. If you have approved nothing, nothing is taken from you and you can try again.",
  refused: "The payment was refused",
  refusedText:
    "You were not charged. Check your balance or use another means of payment, then try again.",
  stopped: "You cancelled this payment",
  stoppedText: "You were not charged. You can start again.",
  timedOut: "The time to pay has run out",
  timedOutText: "You were not charged. You can try again.",
  mismatch: "We received another amount",
  mismatchText:
    "It is not the amount that was asked for: it will be returned to you. You can pay the exact amount.",
  examined: "We are looking at the operator’s answer",
  examinedText:
    "The operator answered about your payment in a way that the federation has to look at itself. Do not pay a second time: your payment will show here or be returned.",
  announced: "We are checking your transfer",
  announcedText:
    "The federation is looking whether the money that you sent has arrived. Do not pay a second time: the answer will show here.",
  sharedAnnouncedText:
    "A payment has been announced for this order, and the federation is checking it. Do not pay a second time: the answer will show here.",
  paid: "Your payment has been received",
  paidText: "It is confirmed. You will receive an e-mail.",
  paidUnwrittenText:
    "It is confirmed. This website cannot send e-mail at the moment: keep the address of this page.",
  owing: "Something is left to pay",
  owingText:
    "The federation had noted your payment and took that back: it is not in its books. What you had stays yours, but its price is due. If you did pay, show it your receipt or the number of the transaction.",
  paidTwice: "You have paid more than once",
  paidTwiceText:
    "It is confirmed. What you paid in excess is owed to you: the refund below says how far it is.",
  expired: "The time limit has passed",
  expiredText:
    "No payment arrived in time. If you have just paid, keep this address: your payment will be confirmed here if it can be, and returned otherwise.",
  expiredPart: "The time limit has passed",
  expiredPartText:
    "Only a part of the price arrived in time. What we received is owed to you: the refund below says how far it is. If the rest is already on its way, keep this address: everything will be confirmed here if that is still possible.",
  cancelled: "This order is cancelled",
  cancelledText: "There is nothing left to pay.",
  noPlace: "We owe you your payment",
  noPlaceText:
    "We received it, but it cannot give you anything more: what you had chosen is no longer free, or you have it already. Your money is owed to you: the refund below says how far it is.",
  refunded: "Your money has been returned to you",
  refundedText: "Everything that you paid for this order has been refunded.",
  takenBack: "Your payment has been taken back",
  takenBackText:
    "Your bank or your operator has taken back from us what you paid for this order, which is no longer valid. If that is not what you wanted, write to us.",

  restartRegistration: "Register again",
  restartMembership: "Apply again",

  what: "For",
  amount: "Amount",
  charged: "Charged",
  rate: "{{amount}} to {{unit}}",
  conversion: "at a rate of {{rate}} ({{source}}, {{date}})",
  fixedConversion: "at the fixed rate of {{rate}} ({{source}})",
  heldUntil: "Place held until",
  payBefore: "To be paid before",
  received: "Already received",
  due: "Left to pay",
  conakry: "{{time}}, Conakry time",
  reference: "Reference",
  returned: "Refund",
  return: {
    asked: "{{amount}}, requested: the federation still has to approve it",
    approved: "{{amount}}, approved: it is on its way",
    refused: "{{amount}}, refused by the operator: the federation returns it another way",
    done: "{{amount}}, done",
  },

  test: "Test: no real money is taken.",
  pay: "Pay {{amount}}",
  payBy: "Pay {{amount}} with {{name}}",
  chargedBy: "Charged by {{name}}",
  number: "Number of the account that pays",
  numberHint:
    "That of Orange Money or MTN MoMo, for example 622 12 34 56. It may be somebody else’s.",
  waitingPinText:
    "On the phone that pays, the operator asks for the secret code. That may take a minute or two, and nothing is lost if the page closes: you can find it again under “Find a payment”. Do not give this code to anyone: the federation never asks for it. If you have already paid, do not pay a second time.",
  ask: "Ask the operator",
  askText:
    "Were you charged? When we asked the operator on {{time}}, Conakry time, it told us nothing certain. It can be asked again.",
  asking: "We are asking {{operator}}.",
  goOn: "Continue to the operator",
  stop: "Cancel this payment",
  stopThere:
    "To pay another way, cancel on the operator’s page first. Otherwise this payment ends by itself at {{time}} at the latest, Conakry time.",
  changed: "The amount has changed: check it before you pay.",
  cancel: "Cancel my order",
  cancelText: "Your request will be cancelled. If a place is held for you, it will be released.",
  cancelSure: "Yes, cancel",
  contact: "Contact the federation",
  refreshes: "This page updates by itself.",
  payFor: "In the name of",
  share: "Let somebody else pay",
  shareText:
    "Send this link to whoever pays. They see the name, what it is for and the amount, nothing else, and cannot cancel your order.",
  shareLink: "Link to pay",
  shareWhatsApp: "Send on WhatsApp",
  shareMessage: "{{label}}, in the name of {{name}}: {{amount}} to pay here: {{link}}",
  sharedTitle: "Pay for somebody",
  sharedPaidUnwrittenText: "Thank you. It is confirmed for the person you paid for.",
  sharedPaidText: "Thank you. Whoever you paid for receives the confirmation.",
  timeline: "Where is the money?",
  seeMembership: "See my membership",
  seeRegistration: "See my ticket",
  notFoundTitle: "Payment not found",
  notFoundMessage: "This link is not valid. Check the one you received.",
};

/** A receipt of the federation. */
export const receipt = {
  title: "Receipt {{number}}",
  lead: "To print, or to save as a PDF, with the menu of your browser.",
  yours: "Your receipts",
  link: "Receipt {{number}}, {{amount}}",
  send: "Get it by e-mail",
  back: "Back to the payment",
};

/** What happened to the money of an order, one line each. */
export const moneyTimeline = {
  opened: "Order opened: {{amount}}",
  begun: "Payment started",
  refused: "Payment refused, nothing was charged",
  stopped: "Payment cancelled, nothing was charged",
  timedOut: "Payment not completed, nothing was charged",
  charge: "Received: {{amount}}",
  chargeback: "Taken back by the operator: {{amount}}",
  correction: "Booking corrected: {{amount}}",
  asked: "Refund requested: {{amount}}",
  refundRefused: "Refund refused by the operator, the federation sees to it",
  refund: "Returned: {{amount}}",
  expired: "Deadline passed",
  cancelled: "Order cancelled",
  confirmed: "Everything is paid",
};

/** The page that finds a payment again. */
export const payments = {
  title: "Find a payment",
  lead: "Your phone switched off, or the page closed? Nothing is lost.",
  known: "On this device",
  held: "to be paid",
  confirmed: "paid",
  expired: "deadline passed",
  cancelled: "cancelled",
  paid_unfulfilled: "to be refunded",
  refunded: "refunded",
  forget: "Forget these payments on this device",
  forgetHint: "If this phone is not yours. The payments themselves do not change.",
  find: "By e-mail",
  email: "E-mail address",
  emailHint: "The one of your registration or membership. We send a code to it.",
  send: "Get a code",
  askUs: "To find a payment made on another device, write to the federation:",
  sent: "If payments were made with {{email}}, an 8-digit code will open their pages.",
  code: "Code received by e-mail",
  codeHint: "8 digits, valid for 30 minutes",
  open: "See my payments",
  none: "No current or recent payment with this address.",
  nothing: "Nothing received? Look in your spam folder, or check the address.",
  overTitle: "This page has expired",
  overMessage: "Ask for another code: it takes a minute.",
};

/** Paying at the federation. */
export const byHand = {
  title: "Where and how to pay",
  titleToo: "Or pay at the federation",
  how: "Come to the desk with your reference, or send the money by mobile money and then give the transaction number here.",
  howAtDesk: "Come to the desk with your reference.",
  inMail:
    "If your package is not free, the reference, the amount and the deadline are in the e-mail.",
  choose: "I would rather pay at the federation",
  chooseText:
    "You can also pay at the desk, or send the money by mobile money to the federation’s number.",
  chooseAtDesk: "You can also pay at the federation’s desk.",
  checksFirst:
    "Before it takes any money, it checks with the operator that you have not already paid.",
  sent: "I have already sent the money",
  operator: "Operator",
  number: "Transaction number",
  numberHint: "It is in the operator’s message.",
  announce: "Announce my transfer",
  announced: "We have noted transfer …{{end}} and are checking that it has arrived.",
  refused: "Transfer …{{end}} was not accepted: {{reason}}",
};

export const simulated = {
  title: "Simulated operator",
  lead: "This page plays a payment operator. No money moves.",
  choose: "What does the payer do?",
  approve: "Approve",
  approveText: "The operator takes the amount.",
  approve_late: "Approve late",
  approve_lateText: "The amount is taken when nobody waits for it any more.",
  approve_twice: "Approve twice",
  approve_twiceText: "The amount is taken twice.",
  agree: "Agree",
  agreeText: "The site then takes the amount, if it can still give what is paid for.",
  agree_declined: "Agree, without funds",
  agree_declinedText: "The card is declined when the site takes the amount.",
  refuse: "Refuse",
  refuseText: "The operator refuses, as when the balance is too low.",
  cancel: "Cancel",
  cancelText: "The payer gives up.",
  silence: "Never answer",
  silenceText: "The operator says nothing more about this payment.",
  notices: "How often does the operator notify the site?",
  notices_1: "Once",
  notices_3: "Three times",
  notices_0: "Never",
  play: "Play",
  over: "This payment is waiting for nothing any more",
  back: "Return to the site",
  notFoundTitle: "Payment not found",
  notFoundMessage: "The simulated operator does not know this address.",
};

export const unpayable = {
  justPaid: "If you have just paid, your money will be returned to you.",
  registration: {
    cancelledByStaff: {
      title: "The federation has cancelled your registration",
      text: "There is nothing left to pay. If this is a mistake, write to us.",
    },
    placeConfirmed: {
      title: "Already registered?",
      text: "There is nothing to pay here. Check your inbox: our messages say where the registration stands and lead to the ticket.",
    },
    cancelled: {
      title: "This registration is cancelled",
      text: "There is nothing left to pay.",
    },
    notWaiting: {
      title: "Your registration is not waiting for a payment",
      text: "See your ticket to find out where it stands.",
    },
    eventCancelled: {
      title: "This event has been cancelled",
      text: "You have nothing to pay. If the event goes ahead after all, you will be able to pay here again.",
    },
    eventOver: {
      title: "This event is over",
      text: "You can no longer pay online. If you have a question, write to the federation.",
    },
    eventBegun: {
      title: "The event has already started",
      text: "You can no longer pay online: please ask at the welcome desk.",
    },
    packageGone: {
      title: "This package is no longer available",
      text: "Cancel your registration, then register again and choose another package.",
    },
    priceChanged: {
      title: "The price of this package has changed",
      text: "It is now {{price}}. To pay that price, cancel your registration, then register again.",
    },
  },
  membership: {
    gone: {
      title: "This membership application no longer exists",
      text: "The federation has removed it: you have nothing to pay. If this is a mistake, write to us.",
    },
    paid: {
      title: "This membership has already been paid for",
      text: "There is nothing left to pay.",
    },
    suspended: {
      title: "Your membership is suspended",
      text: "You cannot pay for it at the moment. Write to us to find out more.",
    },
    closed: {
      title: "This membership application is closed",
      text: "To join, fill in the form again.",
    },
    typeGone: {
      title: "This membership is no longer offered",
      text: "Choose another one on the membership page.",
    },
    priceChanged: {
      title: "The price of this membership has changed",
      text: "It is now {{price}}. To pay that price, fill in the membership form again.",
    },
  },
};
