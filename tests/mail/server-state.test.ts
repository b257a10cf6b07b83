import "./settings.ts";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { staffContext } from "../../app/core/staff-context.ts";
import { mailServerFault } from "../../app/mail/mail.server.ts";
import { runDiagnosticAction } from "../../app/office/checks/diagnostic-actions.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { startMailServer, type TestMailServer } from "./mail-server.ts";

const staff = { id: newId(), name: "Mariama Bah", email: "mariama@example.gn" };
let server: TestMailServer;
beforeAll(async () => {
  server = await startMailServer({ password: "right" });
});
afterAll(() => server.stop());

const as = (password: string) => server.url.replace("smtp://", `smtp://site:${password}@`);

test("a mail server is asked without a message whether it lets us in", async () => {
  expect(await mailServerFault(as("right"))).toBeUndefined();
  expect(await mailServerFault(as("wrong"))).toContain("535");
  expect(await mailServerFault("smtp://127.0.0.1:1")).toContain("ESOCKET");
  expect(await mailServerFault(undefined)).toBeUndefined();
  expect(server.delivered).toEqual([]);
});

test("what it failed with never shows the password", async () => {
  expect(await mailServerFault(as("wrong-and-secret"))).not.toContain("secret");
});

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: staff.id, role: "admin" })),
  );

  test("staff send themselves a message, and are told when nothing leaves", async () => {
    const context = new RouterContextProvider();
    context.set(staffContext, staff);
    const request = new Request("https://fge.example/admin/diagnostic", { method: "POST" });
    const { toast } = await runDiagnosticAction("test-mail", { request, context });
    expect(toast).toMatchObject({ kind: "success", text: expect.stringContaining("gardé") });
    expect(await database().asOwner("select recipient, template from mail_outbox")).toEqual([
      { recipient: staff.email, template: "mail-test" },
    ]);
  });
});
