import { isRecord, isSafeAddress } from "../http.ts";
import { METHODS, type Method, type NewPayment } from "./payments.ts";
import { DJOMY_CHARGED_COUNTRIES } from "./unconfirmed.ts";

/** Why a payment cannot be opened: the status of the answer and its sentence. */
export type Refusal = { status: 400 | 422; message: string; fieldsErrors: string[] };

const refuse = (field: string, message: string, status: Refusal["status"] = 400): Refusal => ({
  status,
  message,
  fieldsErrors: [`${field}: ${message}`],
});

const LONGEST = 255;
const isShort = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.length <= LONGEST);
const textOf = (value: unknown) => (typeof value === "string" ? value : null);

/** Reads the body of POST /v1/payments/gateway. */
export function readNewPayment(body: unknown): NewPayment | Refusal {
  if (!isRecord(body)) return refuse("body", "Le corps de la requête est illisible.");
  const { amount, countryCode, payerNumber, description, merchantPaymentReference } = body;
  const { returnUrl, cancelUrl, metadata } = body;
  if (typeof amount !== "number" || !(amount > 0)) {
    return refuse("amount", "Le montant doit être positif.");
  }
  if (!Number.isInteger(amount)) {
    return refuse("amount", "Le franc guinéen n’a pas de décimales.", 422);
  }
  if (typeof countryCode !== "string" || !/^[A-Z]{2,3}$/.test(countryCode)) {
    return refuse("countryCode", "Le code du pays est incorrect.");
  }
  if (!Object.hasOwn(DJOMY_CHARGED_COUNTRIES, countryCode)) {
    return refuse("countryCode", "Ce pays n’est pas ouvert à ce marchand.", 422);
  }
  if (typeof payerNumber !== "string" || payerNumber.trim() === "") {
    return refuse("payerNumber", "Le numéro de téléphone du payeur est obligatoire.");
  }
  if (!/^00224\d{9}$/.test(payerNumber)) {
    return refuse("payerNumber", "Le numéro de téléphone du payeur est incorrect.");
  }
  if (!isShort(description)) return refuse("description", "La description est trop longue.");
  if (!isShort(merchantPaymentReference)) {
    return refuse("merchantPaymentReference", "La référence est trop longue.");
  }
  for (const [field, address] of Object.entries({ returnUrl, cancelUrl })) {
    if (address !== undefined && address !== null && !isSafeAddress(address)) {
      return refuse(field, "L’adresse de retour doit être en https.", 422);
    }
  }
  if (metadata !== undefined && metadata !== null && !isFlat(metadata)) {
    return refuse("metadata", "Les métadonnées doivent être plates.");
  }
  return {
    amount,
    countryCode,
    payerNumber,
    allowedPaymentMethods: methodsOf(body.allowedPaymentMethods),
    description: textOf(description),
    merchantPaymentReference: textOf(merchantPaymentReference),
    returnUrl: textOf(returnUrl),
    cancelUrl: textOf(cancelUrl) ?? textOf(returnUrl),
    metadata: isRecord(metadata) ? metadata : null,
  };
}

const isFlat = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((one) => typeof one !== "object" || one === null);

/** One method that it does not know, and all of them are offered. */
function methodsOf(value: unknown): readonly Method[] {
  if (!Array.isArray(value) || value.length === 0) return METHODS;
  const known = METHODS.filter((method) => value.includes(method));
  return known.length === value.length ? known : METHODS;
}
