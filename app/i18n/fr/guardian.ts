// By itself, because every screen of the back office loads it with the definition of members.

/** Asked where somebody is a minor on the day that counts. */
export const guardian = {
  membership: "Moins de {{age}} ans : responsable légal",
  event: "Moins de {{age}} ans le jour de l’événement : responsable légal",
  name: "Nom complet du responsable",
  phone: "Téléphone du responsable",
  relation: "Lien avec le mineur",
  relations: {
    mother: "Mère",
    father: "Père",
    legal: "Tuteur ou tutrice",
    other: "Autre",
  },
  holder: "Responsable légal",
};
