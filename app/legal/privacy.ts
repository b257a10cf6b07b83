import type { LegalText } from "./built-in.server.ts";

export const privacyFr: LegalText = {
  title: "Politique de confidentialité",
  intro:
    "Cette page explique quelles données personnelles la {federation} ({shortName}) recueille sur ce site, pourquoi elle le fait, combien de temps elle les garde et comment vous pouvez décider de ce qu’elles deviennent. Elle s’appuie sur la loi L/2016/037/AN du 28 juillet 2016 relative à la cybersécurité et à la protection des données à caractère personnel en République de Guinée.",
  updated: "2026-11-28",
  sections: [
    {
      id: "controller",
      title: "Qui est responsable de vos données",
      blocks: [
        "Le responsable du traitement est la {federation}, {address}. Elle décide des données à recueillir et de leur usage.",
        "Pour toute question sur vos données : {email} ou {phone}.",
      ],
    },
    {
      id: "data-collected",
      title: "Les données que nous recueillons",
      blocks: [
        "Vous pouvez lire tout le site sans nous dire qui vous êtes. Nous recueillons seulement ce que vous écrivez dans un formulaire, ce qu’exige un paiement et un minimum de données techniques.",
        {
          list: [
            "Adhésion : nom, prénom, e-mail, téléphone, date de naissance, adresse postale, ville, niveau de jeu, jeux préférés et motivation.",
            "Inscription à un événement : nom, prénom, e-mail, téléphone, date de naissance et formule choisie, ainsi que gamertag, plateforme et numéro de licence si l’événement les demande.",
            "Photo de la licence, facultative : le visage, envoyé par vous ou par le responsable légal d’un mineur. L’original n’est pas gardé.",
            "Invitation d’un club : le nom, le prénom et l’e-mail que le club nous donne.",
            "Responsable légal d’un mineur : nom, téléphone, lien avec le mineur et preuve de son accord (texte accepté, date et heure).",
            "Newsletter : e-mail, numéro WhatsApp et preuve de votre accord (texte accepté, date et canal).",
            "Message de contact : nom, e-mail, objet et message.",
            "Partenaires : nom, e-mail et téléphone de la personne à contacter.",
            "Informations de paiement : montant, monnaie, date, moyen de paiement, état et référence de la transaction.",
            "Données techniques : adresse IP, type de navigateur, page demandée et heure de la demande.",
            "Origine d’un formulaire : le réseau et le navigateur d’où vient une inscription, le navigateur d’où vient une adhésion, sous une forme codée que personne ne peut déchiffrer. Elle empêche une seule personne de prendre toutes les places et protège vos demandes des autres. Le réseau est effacé au bout de sept jours, le navigateur après l’événement ou au bout de trente jours.",
          ],
        },
        "Nous ne demandons, ne voyons et ne gardons jamais votre numéro de carte bancaire ni le code secret de votre mobile money. Vous les donnez seulement à votre prestataire de paiement ou à votre opérateur. Personne chez nous ne vous les demandera.",
        "Les formulaires signalent ce qui est obligatoire. Sans ces informations, nous ne pouvons pas traiter votre demande. N’écrivez pas de données sensibles, par exemple sur votre santé, votre religion ou vos opinions.",
      ],
    },
    {
      id: "uses",
      title: "Pourquoi nous les utilisons, et sur quelle base",
      blocks: [
        "Chaque usage repose sur une base prévue par la loi.",
        {
          list: [
            "Traiter votre adhésion ou votre inscription, envoyer votre billet, vérifier votre âge, organiser les compétitions : exécution du contrat passé avec vous.",
            "Encaisser et rembourser : exécution du contrat. Tenir nos comptes : obligation légale.",
            "Vous transmettre l’invitation d’un club : intérêt légitime du club à inviter ses joueurs. Vous pouvez faire effacer votre adresse tout de suite.",
            "Répondre à vos messages : démarches faites à votre demande.",
            "Envoyer la newsletter par e-mail et par WhatsApp : votre consentement, que vous pouvez retirer à tout moment.",
            "Publier les résultats sous votre gamertag : exécution du contrat, selon les règles de l’événement. Publier votre nom, votre portrait ou votre photo : votre consentement.",
            "Protéger le site contre la fraude et les attaques : obligation légale de sécurité.",
          ],
        },
        "Les listes de membres et d’inscrits ne sont pas publiées. Aucune décision importante à votre sujet n’est prise par une machine seule.",
      ],
    },
    {
      id: "protection",
      title: "Comment nous les protégeons",
      blocks: [
        "La connexion au site est chiffrée. Seules les personnes de l’équipe qui en ont besoin accèdent aux données, avec un compte personnel, et leurs modifications sont enregistrées.",
        "Aucun système n’est parfait. Si un incident met vos droits en danger, nous prévenons l’autorité compétente. Nous vous prévenons aussi sans tarder, en vous disant quoi faire.",
      ],
    },
    {
      id: "sharing",
      title: "Avec qui nous les partageons",
      blocks: [
        "Nous ne vendons, ne louons et ne prêtons jamais vos données. Nous partageons le strict nécessaire avec :",
        {
          list: [
            "les prestataires de paiement et les opérateurs de mobile money, pour encaisser, vérifier ou rembourser ;",
            "l’hébergeur du site et les services d’envoi d’e-mails et de messages WhatsApp, qui agissent pour nous et selon nos instructions ;",
            "les arbitres et les organisateurs d’un événement, pour les seuls inscrits de cet événement ;",
            "le club que vous avez rejoint : seulement votre nom, votre gamertag, le numéro et l’état de votre licence, et si vous êtes mineur ou majeur ;",
            "le club que vous demandez à quitter : le nom de celui que vous voulez rejoindre ;",
            "la personne qui cherche votre numéro dans le registre public, si vous l’avez accepté et êtes majeur : votre nom, votre club et l’état de votre licence ; vous pouvez vous en retirer dans Mon espace ;",
            "la personne qui contrôle votre carte de licence : votre nom, votre année de naissance, votre numéro, votre club, la saison et votre photo, si nous l’avons acceptée ;",
            "les autorités et les tribunaux, quand la loi nous y oblige.",
          ],
        },
      ],
    },
    {
      id: "transfers",
      title: "Les données envoyées hors de Guinée",
      blocks: [
        "Certains prestataires peuvent traiter des données dans un autre pays. C’est parfois le cas de l’hébergement, des paiements internationaux et de WhatsApp.",
        "Un tel envoi n’a lieu que dans les conditions de la loi guinéenne. Soit le pays protège suffisamment les données, soit l’envoi est nécessaire au service que vous demandez, soit vous y avez consenti. Nous demandons à ces prestataires des engagements de sécurité et de confidentialité. Écrivez-nous pour savoir lesquels sont concernés.",
      ],
    },
    {
      id: "retention",
      title: "Combien de temps nous les gardons",
      blocks: [
        "{retention}",
        "À la fin du délai, les données sont effacées ou rendues anonymes. Une copie peut rester dans nos sauvegardes pendant 90 jours au plus. Un litige en cours peut prolonger un délai. Les résultats sportifs déjà publiés font partie de l’histoire des compétitions et restent en ligne, sauf opposition justifiée.",
      ],
    },
    {
      id: "minors",
      title: "Les moins de {minorAge} ans",
      blocks: [
        "Si vous avez moins de {minorAge} ans, parlez-en à votre responsable légal avant de remplir un formulaire. Son accord est nécessaire pour adhérer, s’inscrire à un événement, payer, recevoir la newsletter ou paraître en photo. Nous pouvons demander une preuve de cet accord.",
        "Le formulaire demande alors le nom et le téléphone de ce responsable, son lien avec le mineur et son accord ; sans eux, ni adhésion ni inscription. Ces données font partie du dossier du mineur et sont effacées avec ce dossier. La date de naissance sert à vérifier les limites d’âge. Ce responsable peut exercer les droits du mineur. Si nous apprenons que des données ont été fournies sans l’accord nécessaire, nous les effaçons.",
      ],
    },
    {
      id: "rights",
      title: "Vos droits",
      blocks: [
        "Vous pouvez à tout moment exercer ces droits :",
        {
          list: [
            "Accès : savoir quelles données nous avons sur vous et en recevoir une copie.",
            "Rectification : faire corriger ou compléter une donnée fausse.",
            "Effacement : faire supprimer vos données, sauf celles que la loi nous oblige à garder.",
            "Limitation : faire suspendre leur usage, par exemple le temps d’une vérification.",
            "Portabilité : recevoir vos données dans un fichier courant, pour vous ou pour un autre organisme.",
            "Opposition : refuser un usage pour une raison liée à votre situation. Pour la newsletter, aucune raison n’est demandée : le lien de désinscription suffit.",
            "Retrait du consentement : changer d’avis, sans effet sur ce qui a été fait avant.",
          ],
        },
        "Pour lire vos données, les télécharger ou en demander l’effacement, ouvrez la page « {ownData} ».",
        "Écrivez à {email} ou par courrier à {address}, en précisant votre demande. C’est gratuit. Si nous avons un doute sur votre identité, nous demandons une preuve, que nous n’utilisons pour rien d’autre. Nous répondons dans un délai d’un mois. Si nous refusons, nous expliquons pourquoi.",
        "Si notre réponse ne vous convient pas, vous pouvez porter plainte auprès de l’autorité nationale chargée de la protection des données personnelles, ou saisir la justice.",
      ],
    },
    {
      id: "cookies",
      title: "Cookies",
      blocks: [
        "Un cookie est un petit fichier gardé par votre navigateur. Nous n’utilisons que des cookies nécessaires au fonctionnement du site :",
        {
          list: [
            "le choix de la langue, pour retrouver le site en français ou en anglais ;",
            "les messages d’un instant, par exemple « message envoyé », effacés après l’affichage ;",
            "la reconnaissance de votre navigateur, pendant 180 jours après l’envoi d’une inscription ou d’une adhésion, pour vous ramener à ce que vous avez déjà envoyé ;",
            "les pages de paiement ouvertes sur cet appareil, pendant 7 jours, pour les retrouver si la page se ferme ;",
            "votre entrée dans « Mon espace » : pendant 15 minutes la demande de code, puis la session, qui se termine 30 jours après votre dernière visite ou quand vous sortez ;",
            "la session de connexion, réservée à l’équipe de la fédération.",
          ],
        },
        "Il n’y a ni mesure d’audience, ni publicité, ni suivi d’un site à l’autre. Vous pouvez effacer ou bloquer les cookies dans votre navigateur : les pages publiques resteront lisibles.",
        "La carte de la page de contact vient d’un service tiers. Elle se charge seulement si vous la demandez. Ce service reçoit alors votre adresse IP et applique ses propres règles. Il en va de même de la page d’un prestataire de paiement.",
      ],
    },
    {
      id: "changes",
      title: "Modifications de cette politique",
      blocks: [
        "Nous pouvons modifier cette page si la loi ou nos services changent. La date de mise à jour est toujours indiquée. Un changement important est annoncé sur le site avant de s’appliquer. Nous redemandons votre accord pour tout nouvel usage qui l’exige.",
        "En cas de différence entre les deux langues, la version française fait foi.",
      ],
    },
    {
      id: "contact",
      title: "Nous contacter",
      blocks: [
        "Pour une question ou une demande sur vos données : {email}, {phone}, ou par courrier à la {federation}, {address}.",
      ],
    },
  ],
};

export const privacyEn: LegalText = {
  title: "Privacy policy",
  intro:
    "This page explains what personal data the {federation} ({shortName}) collects on this website, why, how long we keep it, and how you can decide what becomes of it. It is based on Guinea’s law L/2016/037/AN of 28 July 2016 on cybersecurity and the protection of personal data.",
  updated: "2026-11-28",
  sections: [
    {
      id: "controller",
      title: "Who is responsible for your data",
      blocks: [
        "The data controller is the {federation}, {address}. It decides what data is collected and how it is used.",
        "For any question about your data, contact {email} or {phone}.",
      ],
    },
    {
      id: "data-collected",
      title: "The data we collect",
      blocks: [
        "You can read the whole website without telling us who you are. We only collect what you write in a form, what a payment requires, and a minimum of technical data.",
        {
          list: [
            "Membership: first and last name, e-mail, phone, date of birth, postal address, city, playing level, favourite games and motivation.",
            "Event registration: first and last name, e-mail, phone, date of birth and chosen package, with gamertag, platform and licence number if the event asks for them.",
            "Photograph on the licence, optional: the face, sent by you or by the parent or guardian of a minor. The original is not kept.",
            "Parent or guardian of a minor: name, phone, relationship to the minor and proof of their consent (text agreed to, date and time).",
            "Newsletter: e-mail, WhatsApp number and proof of your consent (the text you accepted, the date and the channel).",
            "Invitation by a club: the name and e-mail address that the club gives us.",
            "Contact message: name, e-mail, subject and message.",
            "Partners: name, e-mail and phone of the contact person.",
            "Payment information: amount, currency, date, payment method, status and transaction reference.",
            "Technical data: IP address, type of browser, page requested and time of the request.",
            "Origin of a form: the network and the browser that a registration comes from, and the browser that an application comes from, in a coded form that nobody can decode. It keeps one person from taking every place and protects your requests from others. The network is erased after seven days, the browser after the event or after thirty days.",
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
            "Passing on a club’s invitation to you: the club’s legitimate interest in inviting its players. You can have your address erased at once.",
            "Answering your messages: steps taken at your request.",
            "Sending the newsletter by e-mail and WhatsApp: your consent, which you can withdraw at any time.",
            "Publishing results under your gamertag: performing the contract, under the rules of the event. Publishing your name, portrait or photo: your consent.",
            "Protecting the website against fraud and attacks: our legal duty of security.",
          ],
        },
        "Lists of members and of people registered are not published. No important decision about you is made by a machine alone.",
      ],
    },
    {
      id: "protection",
      title: "How we protect it",
      blocks: [
        "The connection to the website is encrypted. Only the staff who need your data can see it, each with a personal account, and the changes they make are recorded.",
        "No system is perfect. If an incident puts your rights at risk, we inform the competent authority. We also inform you promptly and tell you what to do.",
      ],
    },
    {
      id: "sharing",
      title: "Who we share it with",
      blocks: [
        "We never sell, rent or lend your data. We share only what is strictly necessary with:",
        {
          list: [
            "payment providers and mobile-money operators, to take, check or refund a payment;",
            "the website’s host and the services that send e-mails and WhatsApp messages, which work for us and follow our instructions;",
            "the referees and organisers of an event, for the people registered for that event only;",
            "the club you have joined: your name, your gamertag, the number and status of your licence, whether you are of age, and nothing else;",
            "the club that you ask to leave: the name of the one you want to join;",
            "whoever looks up your number in the public register, if you agreed and are of age: your name, your club and the status of your licence; you can leave the register in My space;",
            "whoever checks your licence card: your name, your year of birth, your number, your club, the season and your photograph, if we accepted it;",
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
        "The form then asks for the name and phone of that parent or guardian, their relationship to the minor and their consent; without them there is no membership and no registration. This data belongs to the minor’s record and is erased with it. The date of birth is used to check age limits. A parent or guardian can exercise a minor’s rights. If we learn that data was given without the agreement needed, we erase it.",
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
            "Restriction: have its use suspended, for example while something is checked.",
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
            "the recognition of your browser, for 180 days after you send a registration or an application, to bring you back to what you have already sent;",
            "the payment pages opened on this device, for 7 days, to find them if the page closes;",
            "your sign-in to “My space”: for 15 minutes the request for a code, then the session, which ends 30 days after your last visit or when you sign out;",
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
