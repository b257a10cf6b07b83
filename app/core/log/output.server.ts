import { JournalError } from "../database/copy/site-states.server.ts";
import { FolderInUseError } from "../database/embedded/folder-lock.server.ts";
import { SettingError } from "../process/env.server.ts";
import { MINUTE } from "../values/durations.ts";
import { Fault, WrongDatabaseError } from "../values/errors.ts";
import { framesOf, log, reasonOf } from "./log.server.ts";

const PRINTING = [
  "assert",
  "count",
  "countReset",
  "debug",
  "dir",
  "dirxml",
  "error",
  "group",
  "groupCollapsed",
  "info",
  "log",
  "table",
  "timeEnd",
  "timeLog",
  "trace",
  "warn",
] as const;

/**
 * Logs where a library, React or Node prints to the console, instead of what it prints: the message of an error may
 * contain a name or a token.
 */
export function logConsoleOutput(): void {
  const recent = new Map<string, number>();
  /** Each place that prints is logged at most once a minute, so that it cannot fill the disk. */
  const isNews = (place = "") => {
    const now = performance.now();
    const news = now - (recent.get(place) ?? -MINUTE) >= MINUTE;
    if (news) recent.set(place, now);
    return news;
  };
  for (const name of PRINTING) {
    console[name] = (...args: unknown[]) => {
      if (name === "assert" && args[0]) return;
      const here = new Fault("no error was given");
      // The first frame is this function, the second the caller.
      if (!isNews(framesOf(here)[1])) return;
      const err = args.find((one) => one instanceof Error) ?? here;
      log.warn({ err }, "a library printed something");
    };
  }
  // Node's own listener prints the warning.
  process.removeAllListeners("warning");
  process.on("warning", (err) => log.warn({ err }, "a warning of Node"));
  // Node would print the error with all its properties. Unhandled rejections arrive here too.
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "nobody expected this error: stopping");
    process.exit(1);
  });
}

type Kind = abstract new (...args: never[]) => Error;

/** Errors whose message is one line for the operator. */
const FOR_PEOPLE: readonly Kind[] = [
  SettingError,
  FolderInUseError,
  JournalError,
  WrongDatabaseError,
];

/**
 * The text that a program shows for the error that ends it: the message of `FOR_PEOPLE` and `more`, and the reason and
 * frames of any other.
 */
export function describeExitError(error: unknown, more: readonly Kind[] = []): string {
  if ([...FOR_PEOPLE, ...more].some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  return [reasonOf(error), ...framesOf(error)].join("\n    ");
}
