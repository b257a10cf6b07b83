export type Upgrade = {
  /** Folders of the two versions, and the link that leads to the one in use. */
  from: string;
  to: string;
  link: string;
  /** What was written before. */
  archive: string;
  at: string;
};
export function readUpgrade(): Upgrade | undefined;
export function noteUpgrade(upgrade: Upgrade): void;
export function forgetUpgrade(): void;
export function pointTo(link: string, folder: string): void;
