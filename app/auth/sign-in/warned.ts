/** Why mail comes to whoever administers the site, or did within the last week (`listAlertedAdministrators`). */
export const WARNED_REASON =
  "Vous recevez ce message parce que vous administrez le site, ou l’administriez il y a moins d’une semaine.";
