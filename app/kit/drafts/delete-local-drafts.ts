/** Takes what was written on this device away with whoever wrote it: at the sign-out. */
export function deleteLocalDrafts(): void {
  forget(() => true);
}

/** Does so when somebody else has signed in since. */
export function deleteDraftsOfOthers(account: string): void {
  forget((owner) => owner !== null && owner !== account);
}

function forget(isDue: (owner: string | null) => boolean): void {
  try {
    if (!isDue(localStorage.getItem("drafts"))) return;
    localStorage.removeItem("drafts");
    indexedDB.deleteDatabase("drafts");
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
