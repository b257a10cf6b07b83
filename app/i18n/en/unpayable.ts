export const unpayable = {
  justPaid: "If you have just paid, your money will be returned to you.",
  registration: {
    cancelledByStaff: {
      title: "The federation has cancelled your registration",
      text: "There is nothing left to pay. If this is a mistake, write to us.",
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
