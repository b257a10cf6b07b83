import { startApp } from "../../../app/core/app.ts";
import type { StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import type { Fulfilment } from "../../../app/payments/orders/fulfilment.ts";
import { registrationOffice } from "../../../app/registrations/tickets/ticket-office.operations.server.ts";
import type { Values } from "../../database/table-expectation.ts";
import { tellSiteMap } from "../../support/browser/site-map.ts";
import { gather } from "../../support/expectations.ts";
import type { Managed } from "./managed.ts";

await tellSiteMap();
startApp({ ticketOffice: registrationOffice });

// What an order is for does not matter here: it is given.
const fulfilment: Fulfilment = {
  payable: async () => "ok",
  confirm: async () => "fulfilled",
  release: async () => {},
  discard: async () => {},
  listDecisions: async () => [],
  restart: async () => null,
  thanks: () => "/",
};
startApp({
  fulfilments: { membership: fulfilment, registration: fulfilment, licences: fulfilment },
});

/**
 * WHAT STAFF DO. Every operation of every `*.staff.server.ts` that changes something stands in the
 * `*.staff-expectations.ts` of its folder; the tests run each and look for its entry in the log.
 */
export const MANAGED = (await gather<Managed[]>(".staff-expectations.ts")).flatMap(
  ({ own }) => own,
);

type Operation = {
  table: string;
  of: (...never: never[]) => unknown;
  run: (db: StaffDb, id: string) => Promise<unknown>;
  /** What the row must hold for the operation to change something. */
  given?: Values;
};

/** What the form of a table gives, anew each time. */
export const formOf = ({ form }: Managed): object | undefined =>
  typeof form === "function" ? form() : form;

/** Every operation of these tables, as it is done to the row of an id. */
export const operationsOf = (managed: readonly Managed[]): Operation[] =>
  managed.flatMap((one) => {
    const { table, create, update, remove, changes = [] } = one;
    const form = () => formOf(one) as never;
    const operations: Omit<Operation, "table">[] = [
      ...(create ? [{ of: create, run: (db: StaffDb) => create(db, form()) }] : []),
      ...(update ? [{ of: update, run: (db: StaffDb, id: string) => update(db, id, form()) }] : []),
      ...(remove ? [{ of: remove, run: (db: StaffDb, id: string) => remove(db, [id]) }] : []),
      ...changes,
    ];
    return operations.map(({ of, run, given }) => ({ table, of, run, given }));
  });

/** What operations are made of: they change nothing unless an operation calls them. */
export const BUILDING_BLOCKS = new Set([
  "admissionMessage",
  "asText",
  "asJson",
  "audit",
  "afterCursor",
  "changePublication",
  "contains",
  "createRecord",
  "deleteRecords",
  "differencesOfMoney",
  "hashFormFrench",
  "hashFrench",
  "setFormId",
  "setUndoneEntry",
  "inOrder",
  "inPeriod",
  "invitationMessage",
  "judgeAddresses",
  "isRaised",
  "isSameInLog",
  "lockAccount",
  "lockAtDoor",
  "lockRow",
  "lockRows",
  "matches",
  "moveRecord",
  "nameOfStaff",
  "requireOtherAdministrator",
  "checkLicence",
  "checkMoved",
  "checkPerson",
  "eventFields",
  "formatConcerned",
  "guardianRowFromStaff",
  "writeSetting",
  "orderView",
  "publicationToStore",
  "recordExport",
  "requestMessage",
  "roleChangeMessage",
  "searchPage",
  "updateRecord",
  "updateRecords",
  "usageOf",
  "versionOf",
  "visible",
  "scanInOrder",
  "orderingOf",
  "whole",
]);

/** Tried with every table whose rows can be deleted. */
export const RESTORES = ["restoreBatch"];

/** Tried in a test of its own. */
export const ELSEWHERE = [
  "removeSamples",
  // Which mails, where a mail server is: app/payments/receipts/receipts.data.test.ts.
  "sendReceipt",
  "confirmForm",
  "confirmTranslation",
  "deleteVersion",
  "noteRestored",
  "saveDraft",
  "deleteDraft",
  "undoBatch",
  "undoEntry",
  "hideFirstSteps",
];
