export const validation = {
  transferNumber: "Enter the number given by the operator: 6 to 40 letters and digits",
  transferPhone:
    "You entered a phone number. The transaction number is in the operator’s text message.",
  transferKnown:
    "This number has already been reported or recorded. Check it; if it really is yours, write to us.",
  transferTooMany:
    "You have already reported several transfers. Wait for us to check them, or write to us.",
  summary_one: "{{count}} field needs your attention",
  summary_other: "{{count}} fields need your attention",
  invalid: "Invalid value",
  tooLong: "{{max}} characters at most",
  birthDate: {
    unreal: "This date does not exist: check the day and the month",
    toCome: "This date is in the future: check the year",
    tooEarly: "This date is too long ago: check the year",
  },
  ownData: {
    email: "Invalid email",
    birthDate: "Invalid date of birth",
    nobody: "Nobody registered at this address was born on that day",
    nameless: "Enter the first name given to the federation with this address",
    firstName: "Several people were born on that day: enter the first name as well",
  },
  photo: {
    missing: "Choose a photograph",
    large: "This photograph is larger than 10\u00a0MB. Choose a lighter one.",
    slow: "The connection is too slow: the photograph has not arrived. Try again with a better connection.",
    type: "This file is not a JPEG, PNG or WebP photograph. Choose a photograph in one of these formats.",
    small: "This photograph is too small: each side needs at least 240 pixels.",
    side: "This photograph has too many pixels. Choose a smaller one.",
    broken: "This photograph is damaged and cannot be read. Choose another one.",
  },
  me: {
    email: "Invalid email",
    code: "Enter the 6 digits of the code",
    wrong: "This code is wrong. Check it, or open the link from the e-mail in this browser.",
    over: "This code is no longer valid. Ask for another one.",
    licence: "Enter the number on the card, for example FGE-004217-K",
    invitation: "Enter the 12 letters and digits of the code",
    reason: "Write the reason, in 500 characters at most",
    list: "Paste at least one line with an e-mail address, or choose a file",
    listLong: "The list has more than 100 players: split it into several",
    listLarge:
      "The list is too long: keep the address, first name and last name of 100 players at most",
    listFile: "This file is not text. In your spreadsheet program, save it as CSV",
    licences: "Enter a number from 1 to 100",
    underWay: "Another order for licences is being paid for. Finish or cancel it first.",
    logoLarge: "This logo is larger than 2\u00a0MB. Choose a lighter picture.",
    logo: {
      type: "This file is not a JPEG, PNG or WebP picture.",
      small: "This picture is too small: it needs at least 64 pixels on each side.",
      side: "This picture has too many pixels. Choose a smaller one.",
      broken: "This picture is damaged and cannot be read. Choose another one.",
    },
    statutesLarge:
      "This file is larger than 1\u00a0MB. Scan in black and white to make it lighter.",
    statutesType: "This file is not a PDF.",
    officer: "Enter the first and last name",
    officerTwice: "This address already has access to the club.",
    officers: "The maximum number of people is reached. Remove an access first.",
    officersToday: "Your club has given access many times today. Try again tomorrow.",
    notForSale: "No licences are for sale at the moment. Write to the federation.",
  },
  payment: {
    number: "Enter the mobile money number to charge, for example 622 12 34 56",
  },
  newsletter: {
    another: "This link belongs to another address",
    email: "Invalid email",
    whatsapp: "Invalid WhatsApp number",
    whatsappFormat: "Invalid number format",
    consent: "You must agree to receive notifications",
    duplicate: "This e-mail address is already subscribed to the newsletter",
  },
  membership: {
    type: "Please select a membership type",
    organisation: "Enter the name of the organisation (at least 2 characters)",
    firstName: "Enter your first name (at least 2 characters)",
    lastName: "Enter your last name (at least 2 characters)",
    email: "Invalid email",
    phone: "Invalid phone number",
    birthDate: "Enter your date of birth",
    address: "Enter your full address",
    city: "Enter your city",
    experience: "Please select your level of experience",
    games: "Please tell us your favourite games",
    motivation: "Tell us why you want to join (at least 50 characters)",
    acceptTerms: "You must accept the terms of use",
  },
  registration: {
    firstName: "Enter your first name (at least 2 characters)",
    lastName: "Enter your last name (at least 2 characters)",
    email: "Invalid email",
    phone: "Invalid phone number",
    birthDate: "Enter your date of birth",
    gamertag: "Enter your gamertag (at least 2 characters)",
    platform: "Please select a platform",
    licence: "Licence number required",
    licenceInvalid:
      "This number and this date of birth do not match a licence that is valid on the day of the event. Check them, or get your licence.",
    licenceClub:
      "This event is for players of affiliated clubs, and this licence is not with one of them. Join a club, then come back here.",
    licenceUsed:
      "This licence is already used for a registration for this event. Check the number, or write to the federation.",
    priceId: "Please select a package",
    packageEnded: "This package is no longer available. Please choose another one.",
    packageSoldOut:
      "The last place in this package has just been taken. Still available: {{left}}.",
    packageGone: "This package is no longer available. Please choose another one.",
    acceptRules: "You must accept the rules",
    acceptTerms: "You must accept the terms of use",
    code: "This code is wrong or no longer valid. Check it, or open the link in the e-mail.",
    otherEmail: "Enter the e-mail address used for this registration",
  },
  guardian: {
    guardianName: "Enter the name of the parent or guardian (at least 2 characters)",
    guardianPhone: "The phone number of the parent or guardian is not valid",
    guardianRelation: "Please say how the parent or guardian is related to the minor",
    guardianConsent: "A minor cannot register without the consent of a parent or guardian",
  },
  ages: {
    from: "This event is open to players aged {{min}} and over on the day of the event.",
    upTo: "This event is open to players aged {{max}} and under on the day of the event.",
    between: "This event is open to players aged {{min}} to {{max}} on the day of the event.",
  },
  contact: {
    name: "Enter your name (at least 2 characters)",
    email: "Invalid email",
    subject: "Enter a subject (at least 3 characters)",
    message: "Enter your message (at least 10 characters)",
  },
};

export const forms = {
  required: "Fields marked with an asterisk are required.",
  choose: "Choose…",
  dateHint: "Day, month and year",
  emailHint: "For example name@example.org",
  working: "One moment…",
  honeypot: "Leave this field empty",
  tooMany: "Too many attempts. Wait a few minutes before trying again.",
  busy: "Many people are using the site right now. Nothing is lost: send the form again in a minute.",
  unavailable:
    "The service is unavailable for the moment. Nothing is lost: try again in a few minutes.",
  databaseAway: "Database connection error",
  applicationFailed: "Error during registration: reference {{reference}}",
  newsletterAskUs:
    "This address was unsubscribed from the newsletter. To subscribe it again, write to us: this website cannot send e-mail at the moment.",
  registrationClosed: "Registration for this event is closed.",
  paymentUnderWay:
    "A payment for this place is under way or being checked: wait until it has finished before giving up the place.",
  closeMessage: "Close the message",
};

export const toasts = {
  error: "Something went wrong. Please try again.",
  newsletter: "Thank you, you are subscribed to the newsletter!",
  contact: "Message sent successfully!",
  membershipSaved: "Your details are saved.",
  placeHeld: "Your place is held: payment is still due.",
  registered: "Your registration is confirmed!",
  already: "This registration was already confirmed: here is its ticket.",
  waiting: "You are on the waiting list.",
  placeGivenUp: "You have given up your registration.",
  receiptSent: "Your receipt is on its way to you by e-mail.",
  meLeft: "You have signed out of My space.",
  clubFull: "All included licences are taken.",
  clubManyOpen: "Your club has too many open invitations. Withdraw one first.",
  clubInvitedAgain: "The invitation is being sent again by e-mail.",
  clubNotInvitedAgain: "The e-mail cannot be sent again now. Give the link yourself.",
  clubInvitationGone: "This invitation is no longer open.",
  clubRenewed: "The licences are renewed.",
  clubNothingToRenew: "No licence is due for renewal at the moment.",
  clubRenewedSome:
    "Some licences are not renewed: there are not enough included licences for all the players.",
  clubMoveAsked: "Request sent. Your club is told by e-mail.",
  clubMoveAgreed: "Departure agreed to. The player and the other club are told by e-mail.",
  clubMoveRefused: "Departure refused. The player and the other club are told by e-mail.",
  photoSent: "Photograph sent. The federation checks it, then tells you by e-mail.",
  photoRemoved: "The photograph is removed.",
  clubMoveGone: "This request is no longer open.",
  clubMoveSuspended: "This player is suspended: the departure cannot be agreed to now.",
  clubMoveWithdrawn: "Request withdrawn. Both clubs are told by e-mail.",
  clubProfileSaved: "The club’s details are saved.",
  clubOfficerNamed: "Access given. This person is told by e-mail.",
  clubOfficerDropped: "Access removed.",
  clubParted: "Done. The player and the club are told by e-mail.",
  dataLink:
    "Request recorded. If the link has not arrived within a few minutes, look in your spam folder.",
};

export const newsletterForm = {
  title: "Newsletter",
  lead: "Registration dates, results and announcements, by e-mail and on WhatsApp.",
  email: "E-mail address",
  whatsapp: "WhatsApp number",
  whatsappHint: "For example 622 12 34 56",
  consent:
    "I agree to receive the federation’s notifications by e-mail and WhatsApp. I can unsubscribe at any time.",
  submit: "Subscribe to the newsletter",
};

export const unsubscribe = {
  title: "Your newsletter subscription",
  active: "The address {{email}} receives the federation’s newsletter.",
  ended:
    "You no longer receive the newsletter and your address has been erased. To subscribe again, enter it once more.",
  leave: "Unsubscribe",
  comeBack: "Subscribe again",
  notFoundTitle: "Subscription not found",
  notFoundMessage: "This link is not valid. Check the one you received by e-mail.",
};

export const newsletterReturn = {
  title: "Back to the newsletter",
  lead: "Confirm that you want to receive the federation’s news again.",
  to: "By e-mail to {{email}}, and on WhatsApp at {{whatsapp}}.",
  comeBack: "Subscribe again",
  overTitle: "This link is no longer valid",
  overMessage: "It has already been used, or it has expired. You can subscribe again at any time.",
};

export const contactForm = {
  title: "Write to us",
  name: "Full name",
  email: "E-mail",
  subject: "Subject",
  message: "Message",
  send: "Send the message",
};
