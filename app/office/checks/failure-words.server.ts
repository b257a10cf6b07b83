import { reasonOf } from "../../core/log/log.server.ts";
import {
  AppError,
  BusyError,
  causesOf,
  hasCode,
  isAway,
  isFull,
  WrongDatabaseError,
} from "../../core/values/errors.ts";

/** A reason that was kept, in words where it says no more than that something was away. */
export const keptReasonWords = (reason: string): string =>
  reason.startsWith("AppError unavailable") ? "la base ou le stockage ne répondait pas" : reason;

/** Why a check could not be made, in words; `asksDatabase` when it asks nothing else. */
export function failureWords(error: unknown, asksDatabase: boolean): string {
  if (error instanceof WrongDatabaseError)
    return `La base n’est pas celle qu’il faut : ${error.why}`;
  if (error instanceof BusyError) return "Trop de demandes à la fois : relancez dans un instant";
  if (isFull(error)) return "Le disque est plein";
  if (isAway(error)) {
    return asksDatabase ? "La base de données ne répond pas" : "Pas de réponse";
  }
  if (error instanceof AppError && error.kind === "forbidden") return "La base refuse ce compte";
  if (hasCode(error, /^42/)) {
    const code = causesOf(error).find(({ code }) => code?.startsWith("42"))?.code;
    return `Il manque à la base une table, une colonne ou un droit (code ${code})`;
  }
  return `Erreur inattendue (${reasonOf(error)})`;
}
