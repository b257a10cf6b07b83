export const validation = {
  transferNumber: "The number that the operator gives, 6 to 40 letters and digits",
  transferPhone: "That is a phone number. The transaction’s is in the operator’s message.",
  transferKnown:
    "This number is already announced or recorded. Check it; if it really is yours, write to us.",
  transferTooMany:
    "You have already announced several transfers. Wait for us to check them, or write to us.",
  summary_one: "{{count}} field needs your attention",
  summary_other: "{{count}} fields need your attention",
  invalid: "Invalid value",
  tooLong: "{{max}} characters at most",
  birthDate: {
    unreal: "There is no such day: check the day and the month",
    toCome: "This day has not come yet: check the year",
    tooEarly: "This day is too long ago: check the year",
  },
  ownData: {
    email: "Invalid email",
    birthDate: "Invalid date of birth",
    nobody: "Nobody at this address was born on that day",
    firstName: "Several people were born on that day: enter the first name as well",
  },
  payment: {
    email: "Invalid email",
    code: "Enter the 8 digits of the code",
    wrongCode: "This is not the right code, or it has expired",
    number: "Enter the number of the account that pays, for example 622 12 34 56",
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
    organisation: "The name of the organisation must be at least 2 characters",
    firstName: "First name must be at least 2 characters",
    lastName: "Last name must be at least 2 characters",
    email: "Invalid email",
    phone: "Invalid phone number",
    birthDate: "Date of birth required",
    address: "Address required",
    city: "City required",
    experience: "Please select your level of experience",
    games: "Please tell us your favourite games",
    motivation: "Your motivation must be at least 50 characters",
    acceptTerms: "You must accept the terms of use",
  },
  registration: {
    firstName: "First name must be at least 2 characters",
    lastName: "Last name must be at least 2 characters",
    email: "Invalid email",
    phone: "Invalid phone number",
    birthDate: "Date of birth required",
    gamertag: "Gamertag must be at least 2 characters",
    platform: "Please select a platform",
    priceId: "Please select a package",
    packageEnded: "This package is no longer available. Please choose another one.",
    packageSoldOut: "The last place of this package has just been taken. What is left: {{left}}.",
    packageGone: "This package can no longer be chosen. Please choose another one.",
    acceptRules: "You must accept the rules",
    acceptTerms: "You must accept the terms of use",
    code: "This code is wrong or no longer works. Check it, or open the link in the message.",
    otherEmail: "This is not the e-mail address of this registration",
  },
  guardian: {
    guardianName: "The name of the parent or guardian must be at least 2 characters",
    guardianPhone: "The phone number of the parent or guardian is not valid",
    guardianRelation: "Please say how the parent or guardian is related to the minor",
    guardianConsent: "A minor cannot sign up without the consent of a parent or guardian",
  },
  ages: {
    from: "This event is open to players aged {{min}} and over on the day of the event.",
    upTo: "This event is open to players aged {{max}} and under on the day of the event.",
    between: "This event is open to players aged {{min}} to {{max}} on the day of the event.",
  },
  contact: {
    name: "Name must be at least 2 characters",
    email: "Invalid email",
    subject: "Subject must be at least 3 characters",
    message: "Message must be at least 10 characters",
  },
};

export const forms = {
  required: "Fields marked with an asterisk are required.",
  choose: "Choose…",
  working: "One moment…",
  honeypot: "Leave this field empty",
  tooMany: "Too many attempts. Wait a few minutes before trying again.",
  busy: "Many people are using the site right now. Nothing is lost: send the form again in a minute.",
  unavailable:
    "The service is unavailable for the moment. Nothing is lost: try again in a few minutes.",
  databaseAway: "Database connection error",
  applicationFailed: "Error during registration: reference {{reference}}",
  newsletterAskUs:
    "This address had unsubscribed from the newsletter. To subscribe it again, write to us: the website cannot send it a message.",
  registrationClosed: "Registration for this event is closed.",
  paymentUnderWay:
    "A payment for this place is under way: wait until it is over before giving the place up.",
  closeMessage: "Close the message",
};

export const toasts = {
  error: "Something went wrong. Please try again.",
  newsletter: "Thank you, you are subscribed to the newsletter!",
  contact: "Message sent successfully!",
  membershipSaved: "Registration details saved successfully!",
  placeHeld: "Your place is held: payment is still due.",
  registered: "Your registration is confirmed!",
  waiting: "You are on the waiting list.",
  placeGivenUp: "You have given up your registration.",
  receiptSent: "Your receipt is on its way to you by e-mail.",
  dataLink: "Noted: if the link has not arrived in a few minutes, look in your spam folder.",
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
  title: "Your subscription",
  active: "The address {{email}} receives the federation’s newsletter.",
  ended: "This subscription has ended and its address is erased. To come back, enter it again.",
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
  overTitle: "This link no longer works",
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
