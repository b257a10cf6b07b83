/** 'd’Aïcha', 'de Boubacar': before a vowel, but not before the sound of 'Ouattara' or 'Yacouba'. */
export const ofName = (name: string): string =>
  /^(?!ou[aàâeéèêiïîyu]|y[aàâeéèêiïîou])[aàâäeéèêëiîïoôöœuùûüy]/i.test(name.normalize("NFC"))
    ? `d’${name}`
    : `de ${name}`;

/** A name as it is shown everywhere, whichever apostrophe was typed: 'N’Zérékoré'. */
export const shownName = (name: string): string => name.replaceAll("'", "’");
