import type { LegalText } from "./legal-text.ts";

export const privacyEn: LegalText = {
  title: "Privacy policy",
  intro:
    "This page explains what personal data the {federation} ({shortName}) collects on this website, why, how long we keep it, and how you can decide what becomes of it. It is based on Guinea’s law L/2016/037/AN of 28 July 2016 on cybersecurity and the protection of personal data.",
  updated: "2026-11-22",
  sections: [
    {
      id: "controller",
      title: "Who is responsible for your data",
      blocks: [
        "The data controller is the {federation}, {address}. It decides what data is collected and how it is used.",
        "For any question about your data, use {email} or {phone}.",
      ],
    },
    {
      id: "data-collected",
      title: "The data we collect",
      blocks: [
        "You can read the whole website without telling us who you are. We only collect what you write in a form, what a payment requires, and a minimum of technical data.",
        {
          list: [
            "Membership: first and last name, e-mail, phone, birth date, postal address, city, playing level, favourite games and motivation.",
            "Event registration: first and last name, e-mail, phone, birth date and chosen package, with gamertag and platform if the event asks for them.",
            "Parent or guardian of a minor: name, phone, relation to the minor and proof of their consent (text agreed to, date and time).",
            "Newsletter: e-mail, WhatsApp number and proof of your consent (the text you accepted, the date and the channel).",
            "Contact message: name, e-mail, subject and message.",
            "Partners: name, e-mail and phone of the contact person.",
            "Payment information: amount, currency, date, payment method, status and transaction reference.",
            "Technical data: IP address, type of browser, page requested and time of the request.",
            "Origin of a form: the network and the browser that a registration comes from, and the browser that an application comes from, in a form that nobody can read back. It keeps one person from taking every place and protects your requests from others. The network is erased after seven days, the browser after the event or after thirty days.",
          ],
        },
        "We never ask for, see or keep your card number or your mobile-money PIN. You give them only to your payment provider or your operator. Nobody from the federation will ever ask you for them.",
        "The forms show what is required. Without that information we cannot handle your request. Please do not write sensitive data, such as details about your health, religion or opinions.",
      ],
    },
    {
      id: "uses",
      title: "Why we use it, and on what legal basis",
      blocks: [
        "Each use rests on a basis provided by law.",
        {
          list: [
            "Handling your membership or registration, sending your ticket, checking your age, running competitions: performing our contract with you.",
            "Taking payments and giving refunds: performing the contract. Keeping our accounts: legal obligation.",
            "Answering your messages: steps taken at your request.",
            "Sending the newsletter by e-mail and WhatsApp: your consent, which you can withdraw at any time.",
            "Publishing results under your gamertag: performing the contract, under the rules of the event. Publishing your name, portrait or photo: your consent.",
            "Protecting the website against fraud and attacks: our legal duty of security.",
          ],
        },
        "Lists of members and registrants are not published. No important decision about you is made by a machine alone.",
      ],
    },
    {
      id: "protection",
      title: "How we protect it",
      blocks: [
        "The connection to the website is encrypted. Data is kept in a database with controlled access. Only the staff who need it can see it, each with a personal account, and the changes they make are recorded.",
        "No system is perfect. If an incident puts your rights at risk, we inform the competent authority. We also inform you promptly and tell you what to do.",
      ],
    },
    {
      id: "sharing",
      title: "Who we share it with",
      blocks: [
        "We never sell your data. We do not rent it or lend it to anyone for advertising. We share only what is strictly necessary with:",
        {
          list: [
            "payment providers and mobile-money operators, to take, check or refund a payment;",
            "the website’s host and the services that send e-mails and WhatsApp messages, which work for us and follow our instructions;",
            "the referees and organisers of an event, for the people registered for that event only;",
            "authorities and courts, when the law requires it.",
          ],
        },
      ],
    },
    {
      id: "transfers",
      title: "Data sent outside Guinea",
      blocks: [
        "Some providers may process data in another country. This can be the case for hosting, international payments and WhatsApp.",
        "Data is sent abroad only under the conditions set by Guinean law. Either the country protects data well enough, or the transfer is necessary for the service you ask for, or you have consented to it. We ask these providers for commitments on security and confidentiality. Write to us to find out which ones are concerned.",
      ],
    },
    {
      id: "retention",
      title: "How long we keep it",
      blocks: [
        "{retention}",
        "At the end of the period, data is erased or made anonymous. A copy may stay in our backups for 90 days at most. An ongoing dispute can extend a period. Sports results already published are part of the history of the competitions. They stay online unless you have a justified objection.",
      ],
    },
    {
      id: "minors",
      title: "People under {minorAge}",
      blocks: [
        "If you are under {minorAge}, talk to a parent or your legal guardian before you fill in a form. You need their agreement to join, register for an event, pay, receive the newsletter or appear in a photo. We may ask for proof of that agreement.",
        "The form then asks for the name and phone of that parent or guardian, their relation to the minor and their consent; without them there is no membership and no registration. These data belong to the minor’s record and are erased with it. The birth date is used to check age limits. A parent or guardian can exercise a minor’s rights. If we learn that data was given without the agreement needed, we erase it.",
      ],
    },
    {
      id: "rights",
      title: "Your rights",
      blocks: [
        "You can exercise these rights at any time:",
        {
          list: [
            "Access: know what data we have about you and receive a copy.",
            "Rectification: have wrong data corrected or completed.",
            "Erasure: have your data deleted, except what the law requires us to keep.",
            "Limitation: have its use suspended, for example while something is checked.",
            "Portability: receive your data in a common file format, for yourself or for another organisation.",
            "Objection: refuse a use for a reason linked to your situation. For the newsletter no reason is needed: the unsubscribe link is enough.",
            "Withdrawal of consent: change your mind, without affecting what was done before.",
          ],
        },
        "To read your data, download it or ask for its erasure, open the page “{ownData}”.",
        "Write to {email} or by post to {address}, and say what you want. It is free. If we have doubts about your identity, we ask for proof and use it for nothing else. We answer within one month. If we refuse, we explain why.",
        "If our answer does not satisfy you, you can complain to the national authority in charge of personal data protection, or go to court.",
      ],
    },
    {
      id: "cookies",
      title: "Cookies",
      blocks: [
        "A cookie is a small file kept by your browser. We only use cookies that the website needs to work:",
        {
          list: [
            "your choice of language, so that you find the website in French or in English;",
            "one-time messages, such as “message sent”, erased once shown;",
            "the recognition of your browser, for 180 days after you send a registration or an application, to bring you back to what you have sent already;",
            "the sign-in session, for the federation’s staff only.",
          ],
        },
        "There are no analytics, no advertising and no tracking from one website to another. You can erase or block cookies in your browser: the public pages will stay readable.",
        "The map on the contact page comes from a third party. It is loaded only if you ask for it. That service then receives your IP address and applies its own rules. The same goes for the page of a payment provider.",
      ],
    },
    {
      id: "changes",
      title: "Changes to this policy",
      blocks: [
        "We may change this page if the law or our services change. The date of the last update is always shown. An important change is announced on the website before it applies. We ask for your consent again for any new use that requires it.",
        "If the two languages differ, the French version prevails.",
      ],
    },
    {
      id: "contact",
      title: "Contact us",
      blocks: [
        "For a question or a request about your data: {email}, {phone}, or by post to the {federation}, {address}.",
      ],
    },
  ],
};
