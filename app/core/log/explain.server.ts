import { JournalError } from "../database/copy/site-states.server.ts";
import { FolderInUseError } from "../database/embedded/folder-lock.server.ts";
import { SettingError } from "../process/env.server.ts";
import { WrongDatabaseError } from "../values/errors.ts";
import { framesOf, reasonOf } from "./reason.server.ts";

type Kind = abstract new (...args: never[]) => Error;

/** Errors whose message is one line for whoever starts us. */
const FOR_PEOPLE: readonly Kind[] = [
  SettingError,
  FolderInUseError,
  JournalError,
  WrongDatabaseError,
];

/**
 * What may be shown of an error that ends one of our programs. `more` are kinds whose message is for people
 * too; of any other only what cannot hold a value is said.
 */
export function explainEnd(error: unknown, more: readonly Kind[] = []): string {
  if ([...FOR_PEOPLE, ...more].some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  return [reasonOf(error), ...framesOf(error)].join("\n    ");
}
