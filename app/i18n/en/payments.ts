export const payment = {
  title: "Payment",
  toPay: "Payment is still due",
  toPayText: "Choose how to pay. The request is confirmed as soon as we have received the payment.",
  unavailable: "To be paid at the federation",
  unavailableText:
    "Your request is recorded. It is confirmed as soon as we have received your payment.",
  testOver: "This test is over",
  testOverText:
    "The site now takes real payments: this test request can no longer be paid and entitles you to nothing. To take part, send a new request.",
  starting: "We are contacting the operator",
  startingText: "You have not been charged yet.",
  waiting: "The operator is waiting for your approval",
  waitingText:
    "If you have already paid, do not pay a second time: we are only waiting for its confirmation.",
  back: "We are waiting for the operator’s confirmation",
  backText:
    "If you have accepted the payment, do not pay a second time: this page will say so as soon as the operator has confirmed it. Otherwise you can still continue on its page.",
  declined: "Your payment method was declined",
  declinedText:
    "You were not charged. Go back to the operator and choose another one: you will not be charged twice.",
  checking: "We are checking your payment",
  checkingText:
    "Do not pay a second time. If you were charged, your payment will show here or be refunded.",
  silent: "The operator is not answering",
  silentText:
    "We do not know yet whether you have paid. If you have already paid, do not pay a second time: your payment will show here. If not, you can still pay on its page, or cancel this payment.",
  stopping: "We have asked for this payment to be cancelled",
  stoppingText:
    "The operator has not confirmed it yet: please do not pay on its page any more. Once it has, you can pay another way.",
  until:
    "We keep checking with the operator until {{time}}, Conakry time. If there is no answer by then, the federation will contact it directly.",
  unanswered: "We do not know whether you have paid",
  unansweredText:
    "The time to pay has run out, and the operator has still not answered. The federation is checking with it directly. Until then, you cannot start another online payment, so that you never pay twice. To speed things up, write to us with your reference.",
  unreached: "The operator did not answer",
  unreachedText:
    "We do not know whether it received your request. If you are asked for a PIN for this payment, do not enter it. If you have approved nothing, you will not be charged and you can try again.",
  refused: "The payment was refused",
  refusedText:
    "You were not charged. Check your balance or use another payment method, then try again.",
  stopped: "You cancelled this payment",
  stoppedText: "You were not charged. You can start again.",
  timedOut: "The time to pay has run out",
  timedOutText: "You were not charged. You can try again.",
  mismatch: "We received another amount",
  mismatchText:
    "It is not the amount requested: it will be refunded to you. You can pay the exact amount.",
  examined: "We are reviewing the operator’s answer",
  examinedText:
    "The federation has to check the operator’s answer itself. Do not pay a second time: your payment will show here or be refunded.",
  announced: "We are checking your transfer",
  announcedText:
    "The federation is checking that the money you sent has arrived. Do not pay a second time: the answer will show here.",
  sharedAnnouncedText:
    "A transfer has already been reported for this request, and the federation is checking it. Do not pay a second time: the answer will show here.",
  paid: "Your payment has been received",
  paidText: "It is confirmed. You will receive an e-mail.",
  paidUnwrittenText:
    "It is confirmed. This website cannot send e-mail at the moment: save the address of this page.",
  owing: "Payment is still due",
  owingText:
    "The federation had recorded your payment, then cancelled that record: the money is not in its accounts. You keep your place or membership, but it still has to be paid for. If you have already paid, show the federation your receipt or the transaction number.",
  paidTwice: "You have paid more than the price",
  paidTwiceText: "It is confirmed. We owe you a refund of what you overpaid: follow it below.",
  expired: "The time limit has passed",
  expiredText:
    "No payment arrived in time. If you have just paid, keep the address of this page: your payment will be confirmed here if that is still possible, or refunded to you.",
  expiredPart: "The time limit has passed",
  expiredPartText:
    "Only part of the price arrived in time. We owe you a refund of what we received: follow it below. If you have already sent the rest, keep the address of this page: everything will be confirmed here if that is still possible.",
  cancelled: "This request is cancelled",
  cancelledText: "There is nothing left to pay.",
  noPlace: "We owe you a refund",
  noPlaceText:
    "We received your payment, but what you had chosen is no longer available, or you already have it. Follow your refund below.",
  refunded: "Your payment is refunded",
  refundedText: "Everything you paid for this request has been refunded to you.",
  takenBack: "Your payment has been taken back",
  takenBackText:
    "Your bank or your operator has taken back what you paid. This request is therefore no longer valid. If that is not what you wanted, write to us.",

  restartRegistration: "Register again",
  resume: "See my registration",
  resumeText: "Your registration is still open: see where your place stands.",
  restartMembership: "Apply again",
  restartLicences: "Back to my club",

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
  waived: "No longer claimed",
  conakry: "{{time}}, Conakry time",
  reference: "Reference",
  returned: "Refund",
  return: {
    asked: "{{amount}}, requested: the federation still has to approve it",
    approved: "{{amount}}, approved: it is under way",
    refused: "{{amount}}, refused by the operator: the federation will refund you another way",
    done: "{{amount}}, done",
  },

  test: "Test: no real money is taken.",
  pay: "Pay {{amount}}",
  payBy: "Pay {{amount}} with {{name}}",
  chargedBy: "Charged by {{name}}",
  number: "Mobile money number to charge",
  numberHint:
    "An Orange Money or MTN MoMo number, for example 622 12 34 56. It may be someone else’s.",
  waitingPinText:
    "The operator asks for the PIN on the phone to be charged. This may take a minute or two. Nothing is lost if the page closes: you can find it again under “Find a payment”. Do not give your PIN to anyone: the federation never asks for it. If you have already paid, do not pay a second time.",
  ask: "Check with the operator",
  askText:
    "Were you charged? Our last check with the operator, on {{time}}, Conakry time, did not tell us. You can ask for another check.",
  asking: "We are checking with the operator.",
  goOn: "Continue to the operator",
  stop: "Cancel this payment",
  stopThere:
    "To pay another way, cancel on the operator’s page first. Otherwise this payment is cancelled automatically at {{time}} at the latest, Conakry time.",
  changed: "The amount has changed: check it before you pay.",
  cancel: "Cancel my request",
  cancelText: "Your request will be cancelled. If a place is held for you, it will be released.",
  cancelSure: "Yes, cancel",
  cancelAfterCheck:
    "You have reported a transfer: your request cannot be cancelled before the federation has checked it. If you have changed your mind, write to us.",
  contact: "Contact the federation",
  refreshes: "This page updates by itself.",
  payFor: "In the name of",
  share: "Ask someone else to pay",
  shareText:
    "Send this link to whoever will pay. They see the name, what it is for and the amount, nothing else, and cannot cancel your request.",
  shareLink: "Link to pay",
  shareWhatsApp: "Send on WhatsApp",
  shareMessage: "{{label}}, in the name of {{name}}: {{amount}} to pay here: {{link}}",
  sharedTitle: "Pay for someone else",
  sharedPaidUnwrittenText: "Thank you. It is confirmed for the person you paid for.",
  sharedPaidText: "Thank you. The person you paid for will receive the confirmation.",
  timeline: "Payment history",
  seeMembership: "See my membership",
  seeLicences: "See my club",
  seeRegistration: "See my ticket",
  notFoundTitle: "Payment not found",
  notFoundMessage: "This link is not valid. Check the one you received.",
};

/** A receipt of the federation. */
export const receipt = {
  title: "Receipt {{number}}",
  lead: "Print it, or save it as a PDF, from your browser’s menu.",
  yours: "Your receipts",
  link: "Receipt {{number}}, {{amount}}",
  send: "Get it by e-mail",
  back: "Back to the payment",
};

/** What happened to the money of an order, one line each. */
export const moneyTimeline = {
  opened: "Request recorded: {{amount}}",
  begun: "Payment started",
  refused: "Payment refused, nothing was charged",
  stopped: "Payment cancelled, nothing was charged",
  timedOut: "Payment not completed, nothing was charged",
  charge: "Received: {{amount}}",
  chargeback: "Taken back by the operator: {{amount}}",
  correction: "Receipt corrected: {{amount}}",
  asked: "Refund requested: {{amount}}",
  refundRefused: "Refund refused by the operator, the federation is dealing with it",
  refund: "Refunded: {{amount}}",
  expired: "Deadline passed",
  cancelled: "Request cancelled",
  confirmed: "Everything is paid",
  waived: "The federation is no longer asking for the rest: {{amount}}",
};

/** The page that finds a payment again. */
export const payments = {
  title: "Find a payment",
  lead: "Your phone switched off, or the page closed? Nothing is lost.",
  known: "On this device",
  none: "No payment made on this device",
  held: "to be paid",
  confirmed: "paid",
  expired: "deadline passed",
  cancelled: "cancelled",
  paid_unfulfilled: "to be refunded",
  refunded: "refunded",
  forget: "Forget these payments on this device",
  forgetHint: "Useful if this phone is not yours. The payments themselves do not change.",
  elsewhere: "A payment made on another device is found with your e-mail address.",
  elsewhereUnwritten:
    "For a payment made on another device, give your name and your reference to the federation, at its desk or on the Contact page.",
};

/** Paying at the federation. */
export const byHand = {
  title: "Where and how to pay",
  titleToo: "Or pay at the federation",
  how: "Come to the desk with your reference, or send the money by mobile money and then enter the transaction number here.",
  howAtDesk: "Come to the desk with your reference.",
  inMail:
    "If your package is not free, the reference, the amount and the deadline are in the e-mail.",
  choose: "I would rather pay at the federation",
  chooseText:
    "You can also pay at the desk, or send the money by mobile money to the federation’s number.",
  chooseAtDesk: "You can also pay at the federation’s desk.",
  checksFirst:
    "Before taking any money, the federation checks with the operator that you have not already paid.",
  sent: "I have already sent the money",
  another: "Report another transfer",
  anotherText:
    "Only if you sent the money in several parts, or if the number you reported is wrong. Report each transfer once.",
  operator: "Operator",
  number: "Transaction number",
  numberHint: "It is in the operator’s text message.",
  announce: "Report my transfer",
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
  approve_lateText: "The amount is taken after the time limit.",
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
  over: "This payment has already ended",
  back: "Return to the site",
  notFoundTitle: "Payment not found",
  notFoundMessage: "The simulated operator does not know this address.",
};

export const unpayable = {
  unwritten: "There is nothing to pay here. Ask the federation for your ticket.",
  justPaid: "If you have just paid, your payment will be refunded to you.",
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
    licence: {
      title: "Your licence is not valid on the day of the event",
      text: "There is nothing to pay for now. Renew your licence, then come back here before the deadline. If it is suspended, write to the federation.",
    },
    club: {
      title: "This event is for players of affiliated clubs",
      text: "Your licence is not with an affiliated club, and you have nothing to pay for now. Join a club, then come back here before the time runs out.",
    },
    eventCancelled: {
      title: "This event has been cancelled",
      text: "You have nothing to pay. If the event goes ahead after all, this page will lead you back to your place.",
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
    beside: {
      title: "There is nothing to pay now",
      text: "Our team will review your application and reply to you.",
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
  licences: {
    over: {
      title: "These licences can no longer be paid for",
      text: "The club’s membership is no longer active. If you have already paid, write to us.",
    },
  },
};
