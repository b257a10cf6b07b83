import type { LegalText } from "./legal-text.ts";

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
        "Si vous avez moins de 18 ans, un parent ou votre tuteur légal doit les lire et donner son accord avant toute adhésion, toute inscription et tout paiement. Si vous inscrivez une autre personne ou un club, vous devez en avoir l’autorisation.",
      ],
    },
    {
      id: "services",
      title: "Les services du site",
      blocks: [
        "Ce site présente la fédération et ses activités. Il permet de :",
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
        "Une adhésion payante devient active quand le prestataire nous confirme le paiement. Elle dure alors 365 jours. Elle ne se renouvelle pas toute seule et rien n’est prélevé ensuite. Une demande gratuite, comme celle d’un partenaire, est d’abord examinée par notre équipe.",
        "L’adhésion ne peut pas être cédée. Nous pouvons refuser une demande, ou suspendre une adhésion en cas de fausse déclaration ou de faute grave. Dans ce cas, nous vous donnons les raisons et vous pouvez vous expliquer.",
      ],
    },
    {
      id: "event-registration",
      title: "Inscription aux événements",
      blocks: [
        "Chaque événement a ses propres règles : âge minimum, matériel, horaires, déroulement. Elles sont affichées sur sa page et vous les acceptez en vous inscrivant. Un document d’identité peut être demandé sur place.",
        "Votre place est réservée pendant le paiement. Si le paiement n’aboutit pas à temps, elle est libérée. L’inscription est définitive quand vous recevez l’e-mail de confirmation avec votre billet. Une inscription gratuite est confirmée aussitôt. Quand beaucoup d’inscriptions viennent du même réseau, nous vous demandons d’abord de confirmer votre adresse, dans les deux heures.",
        "Quand un événement est complet, vous pouvez rejoindre la liste d’attente. Votre position est affichée. Elle ne garantit pas une place et vous ne payez rien tant qu’aucune place ne vous est proposée.",
        "Le billet est personnel. Ne publiez pas son QR code : la première personne qui le présente peut entrer à votre place.",
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
            "Nous annulons l’événement : remboursement complet.",
            "Nous changeons la date ou le lieu : vous gardez votre place ou demandez le remboursement complet avant l’événement.",
            "Nous refusons votre adhésion déjà payée : remboursement complet.",
            "Vous renoncez à votre adhésion dans les 14 jours après le paiement, sans l’avoir utilisée : remboursement complet. Passé ce délai, elle n’est pas remboursée.",
            "Vous êtes exclu pour tricherie ou violence : pas de remboursement.",
            "Vous avez été débité deux fois ou par erreur : remboursement de la somme non due.",
          ],
        },
        "Pour demander un remboursement, écrivez à {email} avec votre référence. Il est fait dans les 30 jours, par le même moyen de paiement et dans la monnaie débitée. Si ce moyen n’est plus possible, nous en convenons un autre avec vous. Ces règles ne réduisent pas les droits que la loi vous donne.",
      ],
    },
    {
      id: "conduct",
      title: "Conduite et esprit sportif",
      blocks: [
        "Sur le site, pendant les événements et dans nos échanges, chacun respecte les autres et le jeu. Sont interdits :",
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
        "Nous faisons de notre mieux pour que le site reste ouvert et à jour. Il peut être interrompu par une panne, une coupure de courant ou de réseau, ou un entretien. Nous ne garantissons pas un accès permanent.",
        "Si une panne vous empêche de terminer une inscription ou un paiement, écrivez-nous : nous cherchons une solution juste.",
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
        "Ces conditions suivent le droit de la République de Guinée. En cas de désaccord, écrivez-nous d’abord : nous cherchons ensemble une solution amiable pendant 30 jours.",
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
        "Pour une question ou une réclamation : {email}, {phone}, ou par courrier à la {federation}, {address}.",
        "L’usage de vos données personnelles est expliqué dans notre politique de confidentialité.",
      ],
    },
  ],
};
