import type { LegalText } from "./built-in.server.ts";

export const termsFr: LegalText = {
  title: "Conditions d’utilisation",
  intro:
    "Ces conditions fixent les règles entre vous et la {federation} ({shortName}) quand vous utilisez ce site, adhérez à la fédération ou vous inscrivez à un événement. Lisez-les avant de valider un formulaire ou de payer.",
  updated: "2026-11-20",
  sections: [
    {
      id: "acceptance",
      title: "Acceptation des conditions",
      blocks: [
        "En utilisant ce site, vous acceptez de respecter ces conditions. Pour adhérer ou vous inscrire à un événement, vous les acceptez aussi en cochant une case. Si vous n’êtes pas d’accord, n’utilisez pas ces services.",
        "Si vous avez moins de {minorAge} ans, votre responsable légal doit les lire et donner son accord avant toute adhésion, toute inscription et tout paiement. Si vous inscrivez une autre personne ou un club, vous devez en avoir l’autorisation.",
      ],
    },
    {
      id: "services",
      title: "Les services du site",
      blocks: [
        "Ce site présente la fédération et ses activités. Il permet de :",
        {
          list: [
            "lire les actualités et découvrir la communauté et les partenaires ;",
            "consulter et télécharger des documents officiels ;",
            "demander une adhésion comme joueur, club ou partenaire ;",
            "s’inscrire aux événements et les payer ;",
            "s’abonner à la newsletter et nous écrire.",
          ],
        },
        "La lecture du site est gratuite. Le coût de votre connexion reste à votre charge.",
      ],
    },
    {
      id: "account-and-membership",
      title: "Compte et adhésion",
      blocks: [
        "Les visiteurs n’ont pas besoin de compte. Les comptes avec mot de passe sont réservés à l’équipe de la fédération. Il est interdit d’essayer d’y accéder.",
        "Vous devez donner des informations vraies et complètes. Une seule demande suffit par personne et par type d’adhésion. Prévenez-nous si vos coordonnées changent.",
        "Une adhésion payante devient active quand le prestataire nous confirme le paiement. Elle dure alors 365 jours. Elle ne se renouvelle pas toute seule et rien n’est débité ensuite. Une demande gratuite, comme celle d’un partenaire, est d’abord examinée par notre équipe.",
        "L’adhésion ne peut pas être cédée. Nous pouvons refuser une demande, ou suspendre une adhésion en cas de fausse déclaration ou de faute grave. Dans ce cas, nous vous donnons les raisons et vous pouvez vous expliquer.",
      ],
    },
    {
      id: "event-registration",
      title: "Inscription aux événements",
      blocks: [
        "Chaque événement a ses propres règles : âge minimum, matériel, horaires, déroulement. Elles sont affichées sur sa page et vous les acceptez en vous inscrivant. Un document d’identité peut être demandé sur place.",
        "Votre place est réservée pendant le paiement. Si le paiement n’aboutit pas à temps, elle est libérée. L’inscription est définitive quand vous recevez l’e-mail de confirmation avec votre billet. Une inscription gratuite est confirmée aussitôt. Quand beaucoup d’inscriptions viennent du même réseau, nous vous demandons d’abord de confirmer votre adresse, dans les deux heures.",
        "Quand un événement est complet, vous pouvez rejoindre la liste d’attente. Votre position est affichée. Elle ne garantit pas une place et vous ne payez rien tant qu’aucune place ne vous est proposée.",
        "Le billet est personnel. Ne publiez pas son QR code : la première personne qui le présente peut entrer à votre place.",
      ],
    },
    {
      id: "payments",
      title: "Prix et paiements",
      blocks: [
        "La monnaie affichée est la monnaie débitée. Les adhésions sont en francs guinéens (GNF). Les événements sont en francs CFA (XOF, affichés FCFA) ou en francs guinéens, comme leur page l’indique.",
        "Si votre moyen de paiement n’accepte pas cette monnaie, le montant converti et le taux utilisé vous sont montrés avant de payer. Rien n’est débité sans votre accord. Votre opérateur ou votre banque peut ajouter ses propres frais.",
        "Le paiement passe par un prestataire spécialisé. Nous ne recevons jamais votre numéro de carte ni le code secret de votre mobile money. Ne les donnez à personne, même à quelqu’un qui dit parler en notre nom.",
        "Un paiement compte quand le prestataire le confirme à notre serveur. Une capture d’écran ne suffit pas. Si vous avez été débité sans confirmation, écrivez-nous avec la référence de la transaction. Nous vérifions et nous corrigeons l’erreur ou remboursons la somme.",
      ],
    },
    {
      id: "refunds",
      title: "Annulations et remboursements",
      blocks: [
        {
          list: [
            "{refunds}",
            "Nous annulons l’événement : remboursement intégral.",
            "Nous changeons la date ou le lieu : vous gardez votre place ou demandez le remboursement intégral avant l’événement.",
            "Nous refusons votre adhésion déjà payée : remboursement intégral.",
            "Vous renoncez à votre adhésion dans les 14 jours après le paiement, sans l’avoir utilisée : remboursement intégral. Passé ce délai, elle n’est pas remboursée.",
            "Vous êtes exclu pour tricherie ou violence : pas de remboursement.",
            "Vous avez été débité deux fois ou par erreur : remboursement de la somme non due.",
          ],
        },
        "Pour demander un remboursement, écrivez à {email} avec votre référence. Il est fait dans les 30 jours, par le même moyen de paiement et dans la monnaie débitée. Si ce moyen n’est plus possible, nous en convenons un autre avec vous. Ces règles ne réduisent pas les droits que la loi vous donne.",
      ],
    },
    {
      id: "conduct",
      title: "Conduite et esprit sportif",
      blocks: [
        "Sur le site, pendant les événements et dans nos échanges, chacun respecte les autres et le jeu. Sont interdits :",
        {
          list: [
            "la tricherie, les logiciels d’aide interdits, les matchs arrangés, les paris sur ses propres matchs et le dopage ;",
            "l’usage de l’identité ou du gamertag d’une autre personne ;",
            "les insultes, les menaces, le harcèlement, le racisme, le sexisme et toute autre discrimination ;",
            "les contenus illégaux, les virus, les messages publicitaires non demandés ;",
            "la collecte automatique de données personnelles et toute action qui gêne le fonctionnement du site.",
          ],
        },
        "Selon la gravité, nous pouvons donner un avertissement, annuler un résultat, exclure d’un événement ou suspendre une adhésion. La personne est entendue avant une sanction, sauf urgence, et peut demander par écrit un nouvel examen. Les faits illégaux peuvent être signalés aux autorités.",
      ],
    },
    {
      id: "intellectual-property",
      title: "Propriété intellectuelle",
      blocks: [
        "Les textes, les images, le logo, les documents et la présentation du site appartiennent à la fédération ou sont utilisés avec autorisation. Les jeux et leurs marques appartiennent à leurs éditeurs.",
        "Vous pouvez lire, imprimer et partager les pages et les documents pour un usage personnel, scolaire ou de presse, en citant la source. Tout usage commercial, toute modification et tout emploi du logo demandent notre accord écrit. Les fichiers proposés aux médias et aux partenaires suivent les consignes qui les accompagnent.",
        "Vous gardez vos droits sur ce que vous nous envoyez. Vous nous autorisez seulement à l’utiliser pour traiter votre demande. Si un contenu porte atteinte à vos droits, signalez-le à {email}.",
      ],
    },
    {
      id: "availability",
      title: "Disponibilité du site",
      blocks: [
        "Nous faisons de notre mieux pour que le site reste ouvert et à jour. Il peut être interrompu par une panne, une coupure de courant ou de réseau, ou une maintenance. Nous ne garantissons pas un accès permanent.",
        "Si une panne vous empêche de terminer une inscription ou un paiement, écrivez-nous : nous cherchons une solution juste.",
      ],
    },
    {
      id: "liability",
      title: "Responsabilité",
      blocks: [
        "Nous répondons des dommages directs causés par nos fautes, dans les conditions prévues par la loi. Nous ne répondons pas des dommages causés par le mauvais usage du site, par votre appareil ou votre connexion, par un service tiers ou par un cas de force majeure.",
        "Les liens vers d’autres sites sont donnés pour vous aider. Nous ne contrôlons pas leur contenu. Rien ici n’écarte une responsabilité que la loi interdit d’écarter, par exemple en cas de fraude, de faute grave ou de blessure.",
        "Vous répondez des dommages que vous causez en ne respectant pas ces conditions.",
      ],
    },
    {
      id: "governing-law",
      title: "Droit applicable et tribunaux",
      blocks: [
        "Ces conditions sont régies par le droit de la République de Guinée. En cas de désaccord, écrivez-nous d’abord : nous cherchons ensemble une solution amiable pendant 30 jours.",
        "À défaut d’accord, les tribunaux de Conakry sont compétents, sauf si la loi vous permet de saisir un autre tribunal.",
      ],
    },
    {
      id: "changes",
      title: "Modifications des conditions",
      blocks: [
        "Nous pouvons modifier ces conditions. La date de mise à jour est toujours indiquée et un changement important est annoncé sur le site. Une adhésion ou une inscription déjà payée reste soumise aux conditions acceptées ce jour-là, sauf si la loi impose le changement.",
        "Si une règle est jugée non valable, les autres restent en vigueur. En cas de différence entre les deux langues, la version française fait foi.",
      ],
    },
    {
      id: "contact",
      title: "Nous contacter",
      blocks: [
        "Pour une question ou une réclamation : {email}, {phone}, ou par courrier à la {federation}, {address}.",
        "L’usage de vos données personnelles est expliqué dans notre politique de confidentialité.",
      ],
    },
  ],
};

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
            "We change the date or venue: you keep your place or ask for a full refund before the event.",
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
        "We are liable for direct loss caused by our negligence, under the conditions set by law. We are not liable for loss caused by misuse of the website, by your device or connection, by a third-party service or by force majeure.",
        "Links to other websites are there to help you. We do not control their content. Nothing here excludes a liability that the law forbids us to exclude, for example in case of fraud, gross negligence or injury.",
        "You are liable for loss you cause by breaking these terms.",
      ],
    },
    {
      id: "governing-law",
      title: "Applicable law and courts",
      blocks: [
        "These terms are governed by the law of the Republic of Guinea. If we disagree, write to us first: we seek an amicable settlement together for 30 days.",
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
