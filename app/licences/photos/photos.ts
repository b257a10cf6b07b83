export const PHOTO_STATUSES = ["pending", "accepted"] as const;

/** The most bytes of a photograph, as phones make it. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

/** The portrait, as pages show it. */
export const PHOTO_SIZE = { width: 120, height: 160 } as const;

/** A portrait inside a page, where it has no address of its own. */
export const pictureIn = (content: string): string => `data:image/jpeg;base64,${content}`;

/** Why staff refuse a photograph: what they choose from, and what the person reads. */
export const PHOTO_REASONS = {
  blurred: {
    label: "Floue ou trop sombre",
    fr: "La photo est floue ou trop sombre.",
    en: "The photograph is blurred or too dark.",
  },
  face: {
    label: "Visage caché ou trop loin",
    fr: "On ne voit pas bien le visage. Il doit être de face, de près et découvert.",
    en: "The face cannot be seen clearly. It must be facing the camera, close and uncovered.",
  },
  several: {
    label: "Plusieurs personnes",
    fr: "Plusieurs personnes sont sur la photo.",
    en: "Several people are in the photograph.",
  },
  other: {
    label: "Pas une photo de cette personne",
    fr: "Ce n’est pas une photo du titulaire de la licence.",
    en: "This is not a photograph of the licence holder.",
  },
} as const;
export type PhotoReason = keyof typeof PHOTO_REASONS;

/** What staff may add in their own words. */
export const MAX_PHOTO_NOTE = 500;
