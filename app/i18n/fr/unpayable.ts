/** Why an order cannot be paid any more, and what to do next: for whoever was about to pay. */
export const unpayable = {
  justPaid: "Si vous venez de payer, votre argent vous sera rendu.",
  registration: {
    cancelledByStaff: {
      title: "La fédération a annulé votre inscription",
      text: "Vous n’avez plus rien à payer. Si c’est une erreur, écrivez-nous.",
    },
    cancelled: {
      title: "Cette inscription est annulée",
      text: "Vous n’avez plus rien à payer.",
    },
    notWaiting: {
      title: "Votre inscription n’attend aucun paiement",
      text: "Consultez votre billet pour savoir où elle en est.",
    },
    eventCancelled: {
      title: "Cet événement est annulé",
      text: "Vous n’avez rien à payer. S’il est finalement maintenu, vous pourrez de nouveau payer ici.",
    },
    eventOver: {
      title: "Cet événement est terminé",
      text: "Le paiement en ligne n’est plus possible. Pour toute question, écrivez à la fédération.",
    },
    eventBegun: {
      title: "L’événement a déjà commencé",
      text: "Le paiement en ligne n’est plus possible : adressez-vous à l’accueil, sur place.",
    },
    packageGone: {
      title: "Cette formule n’est plus proposée",
      text: "Annulez votre inscription, puis inscrivez-vous à nouveau en choisissant une autre formule.",
    },
    priceChanged: {
      title: "Le prix de cette formule a changé",
      text: "Elle coûte maintenant {{price}}. Pour la payer à ce prix, annulez votre inscription, puis inscrivez-vous à nouveau.",
    },
  },
  membership: {
    gone: {
      title: "Cette demande d’adhésion n’existe plus",
      text: "La fédération l’a retirée : vous n’avez rien à payer. Si c’est une erreur, écrivez-nous.",
    },
    paid: {
      title: "Cette adhésion est déjà payée",
      text: "Vous n’avez plus rien à payer.",
    },
    suspended: {
      title: "Votre adhésion est suspendue",
      text: "Vous ne pouvez pas la payer pour le moment. Écrivez-nous pour en savoir plus.",
    },
    closed: {
      title: "Cette demande d’adhésion est close",
      text: "Pour adhérer, remplissez à nouveau le formulaire.",
    },
    typeGone: {
      title: "Cette adhésion n’est plus proposée",
      text: "Choisissez-en une autre sur la page des adhésions.",
    },
    priceChanged: {
      title: "Le prix de cette adhésion a changé",
      text: "Elle coûte maintenant {{price}}. Pour la payer à ce prix, remplissez à nouveau le formulaire d’adhésion.",
    },
  },
};
