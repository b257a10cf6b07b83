import { formatSize } from "../../i18n/format.ts";

/** The message when a file is too large: what it weighs, where that is known, and what it may. */
export const tooLargeMessage = (maxBytes: number, bytes?: number): string =>
  bytes === undefined
    ? `Ce fichier dépasse ${formatSize("fr", maxBytes)}.`
    : `Ce fichier fait ${formatSize("fr", bytes)} : le maximum est de ${formatSize("fr", maxBytes)}.`;
