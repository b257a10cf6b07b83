/** Deletes the drafts on this device, at the sign-out. */
export function deleteLocalDrafts(): void {
  deleteIf(() => true);
}

/** Deletes them when another account has signed in since. */
export function deleteDraftsOfOthers(account: string): void {
  deleteIf((owner) => owner !== null && owner !== account);
}

function deleteIf(isDue: (owner: string | null) => boolean): void {
  try {
    if (!isDue(localStorage.getItem("drafts"))) return;
    localStorage.removeItem("drafts");
    indexedDB.deleteDatabase("drafts");
  } catch {
    // A browser that stores nothing has nothing to delete.
  }
}
