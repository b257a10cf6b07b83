import type { LegalText } from "./legal-text.ts";

export const termsEn: LegalText = {
  title: "Terms of use",
  intro:
    "These terms set the rules between you and the {federation} ({shortName}) when you use this website, join the federation or register for an event. Read them before you submit a form or pay.",
  updated: "2026-11-20",
  sections: [
    {
      id: "acceptance",
      title: "Accepting these terms",
      blocks: [
        "By using this website, you agree to follow these terms. To join or to register for an event, you also accept them by ticking a box. If you do not agree, do not use these services.",
        "If you are under {minorAge}, a parent or your legal guardian must read them and agree before any membership, registration or payment. If you register another person or a club, you must have permission to do so.",
      ],
    },
    {
      id: "services",
      title: "What the website offers",
      blocks: [
        "This website presents the federation and its activities. You can use it to:",
        {
          list: [
            "read the news and discover the community and the partners;",
            "view and download official documents;",
            "apply for membership as a player, a club or a partner;",
            "register for events and pay for them;",
            "subscribe to the newsletter and write to us.",
          ],
        },
        "Reading the website is free. You pay for your own internet connection.",
      ],
    },
    {
      id: "account-and-membership",
      title: "Account and membership",
      blocks: [
        "Visitors do not need an account. Accounts with a password are for the federation’s staff only. Trying to get into them is forbidden.",
        "You must give true and complete information. One application per person and per type of membership is enough. Tell us if your contact details change.",
        "A paid membership becomes active when the provider confirms the payment to us. It then lasts 365 days. It does not renew by itself and nothing more is charged. A free application, such as a partner’s, is first examined by our staff.",
        "Membership cannot be passed on to anyone else. We may refuse an application, or suspend a membership in case of a false statement or serious misconduct. If so, we give you the reasons and you can explain yourself.",
      ],
    },
    {
      id: "event-registration",
      title: "Event registration",
      blocks: [
        "Each event has its own rules: minimum age, equipment, schedule, format. They are shown on its page and you accept them when you register. You may be asked for an identity document at the event.",
        "Your place is held while you pay. If the payment is not completed in time, the place is released. Your registration is final when you receive the confirmation e-mail with your ticket. A free registration is confirmed at once. When many registrations come from the same network, we first ask you to confirm your address, within two hours.",
        "When an event is full, you can join the waiting list. Your position is shown. It does not guarantee a place, and you pay nothing until a place is offered to you.",
        "The ticket is personal. Do not publish its QR code: the first person who shows it can enter in your place.",
      ],
    },
    {
      id: "payments",
      title: "Prices and payments",
      blocks: [
        "The currency shown is the currency charged. Memberships are in Guinean francs (GNF). Events are in CFA francs (XOF, shown as FCFA) or in Guinean francs, as their page says.",
        "If your payment method does not accept that currency, the converted amount and the rate used are shown to you before you pay. Nothing is charged without your agreement. Your operator or bank may add its own fees.",
        "Payments go through a specialised provider. We never receive your card number or your mobile-money PIN. Do not give them to anyone, even someone who claims to speak for us.",
        "A payment counts when the provider confirms it to our server. A screenshot is not enough. If you were charged without a confirmation, write to us with the transaction reference. We check, then correct the error or refund the money.",
      ],
    },
    {
      id: "refunds",
      title: "Cancellations and refunds",
      blocks: [
        {
          list: [
            "{refunds}",
            "We cancel the event: full refund.",
            "We change the date or the place: you keep your place or ask for a full refund before the event.",
            "We refuse a membership you have already paid for: full refund.",
            "You give up your membership within 14 days of payment, without having used it: full refund. After that, it is not refunded.",
            "You are excluded for cheating or violence: no refund.",
            "You were charged twice or by mistake: refund of the amount not owed.",
          ],
        },
        "To ask for a refund, write to {email} with your reference. It is made within 30 days, by the same payment method and in the currency charged. If that method is no longer possible, we agree on another one with you. These rules do not reduce the rights the law gives you.",
      ],
    },
    {
      id: "conduct",
      title: "Conduct and fair play",
      blocks: [
        "On the website, at events and in our exchanges, everyone respects other people and the game. The following are forbidden:",
        {
          list: [
            "cheating, banned assistance software, match fixing, betting on your own matches and doping;",
            "using another person’s identity or gamertag;",
            "insults, threats, harassment, racism, sexism and any other discrimination;",
            "illegal content, viruses and unwanted advertising;",
            "automated collection of personal data and anything that disrupts the website.",
          ],
        },
        "Depending on how serious it is, we may give a warning, cancel a result, exclude someone from an event or suspend a membership. The person is heard before a sanction, except in an emergency, and can ask in writing for a new review. Illegal acts may be reported to the authorities.",
      ],
    },
    {
      id: "intellectual-property",
      title: "Intellectual property",
      blocks: [
        "The texts, pictures, logo, documents and design of the website belong to the federation or are used with permission. Games and their trademarks belong to their publishers.",
        "You may read, print and share the pages and documents for personal, school or press use if you name the source. Any commercial use, any change and any use of the logo need our written agreement. Files offered to the media and to partners follow the instructions that come with them.",
        "You keep your rights in what you send us. You only allow us to use it to handle your request. If any content infringes your rights, report it to {email}.",
      ],
    },
    {
      id: "availability",
      title: "Availability of the website",
      blocks: [
        "We do our best to keep the website open and up to date. It may be interrupted by a fault, a power or network cut, or maintenance. We do not guarantee permanent access.",
        "If a fault stops you from finishing a registration or a payment, write to us: we will look for a fair solution.",
      ],
    },
    {
      id: "liability",
      title: "Liability",
      blocks: [
        "We are liable for direct damage caused by our faults, under the conditions set by law. We are not liable for damage caused by misuse of the website, by your device or connection, by a third-party service or by force majeure.",
        "Links to other websites are there to help you. We do not control their content. Nothing here excludes a liability that the law forbids us to exclude, for example in case of fraud, gross negligence or injury.",
        "You are liable for damage you cause by breaking these terms.",
      ],
    },
    {
      id: "governing-law",
      title: "Applicable law and courts",
      blocks: [
        "These terms follow the law of the Republic of Guinea. If we disagree, write to us first: we look together for a friendly solution for 30 days.",
        "If we do not find one, the courts of Conakry have jurisdiction, unless the law allows you to go to another court.",
      ],
    },
    {
      id: "changes",
      title: "Changes to these terms",
      blocks: [
        "We may change these terms. The date of the last update is always shown, and an important change is announced on the website. A membership or registration already paid for stays under the terms accepted on that day, unless the law requires the change.",
        "If one rule is found invalid, the others stay in force. If the two languages differ, the French version prevails.",
      ],
    },
    {
      id: "contact",
      title: "Contact us",
      blocks: [
        "For a question or a complaint: {email}, {phone}, or by post to the {federation}, {address}.",
        "The use of your personal data is explained in our privacy policy.",
      ],
    },
  ],
};
