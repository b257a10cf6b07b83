import "../../tests/mail/settings.ts";

process.env.SMTP_URL = "smtp://127.0.0.1:1";

import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { offerTypes } from "../../tests/registrations/applicants.ts";
import { clubPeople, day } from "../../tests/registrations/club-people.ts";
import { mappedRoutes } from "../../tests/support/browser/site-map.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { setClock } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { HOUR } from "../core/values/durations.ts";
import * as card from "../licences/card.page.tsx";
import * as cardFile from "../licences/card-file.route.ts";
import { sendOwnPhoto } from "../licences/photos/own-photo.system.server.ts";
import { offerKey } from "../membership/clubs/purchases.ts";
import { erasePerson } from "../people/erase.operations.server.ts";
import * as club from "./club/club.page.tsx";
import { clubSchema, listSchema, profileSchema } from "./club/club-schemas.ts";
import * as departure from "./club/departure.page.tsx";
import * as invitation from "./club/invitation.page.tsx";
import { acceptInvitation } from "./club/invitations.system.server.ts";
import * as playerList from "./club/player-list.page.tsx";
import { inviteList } from "./club/player-list.system.server.ts";
import { parseList } from "./club/player-list.ts";
import * as profile from "./club/profile.page.tsx";
import { dropOfficer, nameOfficer, saveProfile } from "./club/profile.system.server.ts";
import * as statutes from "./club/statutes.route.ts";
import * as link from "./link.page.tsx";
import * as me from "./me.page.tsx";
import { IDLE_MS, meSchema, SIGN_IN_MS } from "./me.ts";
import * as photo from "./photo.page.tsx";
import { endSessions, readMe, sendSignIn, signIn } from "./sign-in.system.server.ts";
// What an order is for is set with it.
import "../../tests/registrations/event.ts";

// Every screen and every change of somebody's own space, of a club and of a card, by whoever may come: who is not its owner
// reads nothing of it, changes nothing, and is answered as for what does not exist.

// One network tries more here than it would be let.
vi.mock("../core/http/rate-limit.server.ts", async (original) => ({
  ...(await original<object>()),
  allow: () => true,
}));

const SCREENS = {
  "me/me.page.tsx": me,
  "me/photo.page.tsx": photo,
  "me/club/club.page.tsx": club,
  "me/club/departure.page.tsx": departure,
  "me/club/invitation.page.tsx": invitation,
  "me/club/player-list.page.tsx": playerList,
  "me/club/profile.page.tsx": profile,
  "me/club/statutes.route.ts": statutes,
};
type Screen = keyof typeof SCREENS;
/** They open with what they hold in their address, or show everybody the same. */
const WITHOUT_OWNER: Readonly<Record<string, string>> = {
  "me/link.page.tsx": "below",
  "licences/card.page.tsx": "below",
  "licences/card-file.route.ts": "below",
  "me/club/code.page.tsx": "leads to an invitation, whose code it is",
  "licences/register.page.tsx": "app/me/listed.data.test.ts",
  "licences/check.page.tsx": "tests/registrations/licences.test.ts",
  "licences/photos/checked-photo.route.ts": "tests/registrations/licence-photos.test.ts",
  "licences/offline/control.page.tsx": "tests/registrations/licence-list.test.ts",
  "licences/offline/club-names.route.ts": "tests/registrations/licence-list.test.ts",
  "licences/offline/list.route.ts": "tests/registrations/licence-list.test.ts",
  "licences/offline/worker.route.ts": "tests/registrations/licence-list.test.ts",
  // Of staff: tests/product/roles.repeated.test.ts.
  "me/club/staff-statutes.route.ts": "tests/product/roles.repeated.test.ts",
  "licences/card-sheets.route.ts": "tests/product/roles.repeated.test.ts",
};
/** Changes that concern whoever asks alone. */
const OF_ONESELF: Partial<Record<Screen, readonly string[]>> = {
  "me/me.page.tsx": ["again", "code", "data", "leave", "leave-everywhere", "send"],
  "me/club/player-list.page.tsx": ["edit"],
  "me/club/profile.page.tsx": ["leave"],
};

type Person = { id: string; email: string };
/** What somebody has: the clubs and people of one story. */
type Owned = {
  home: { number: number; email: string };
  asking: { number: number; email: string };
  renewed: { number: number; email: string };
  player: Person;
  mover: Person;
  free: Person;
  /** Two who act for the club, and somebody who did. */
  officer: Person;
  former: Person;
  second: Person;
  /** An open move of the mover, an invitation of the club to an address, and one of the other club. */
  move: string;
  invited: string;
  code: string;
};
type Fields = Record<string, string>;
type Cell = {
  screen: Screen;
  intent?: string;
  params?: (owned: Owned) => Fields;
  fields?: (owned: Owned) => Fields;
  isFile?: true;
  /** Whose it is, by address; the first one is tried. */
  owners: (owned: Owned) => string[];
  /** What others do not read there, where they read what is their own. */
  secrets?: (owned: Owned) => string[];
};

const ofHome = ({ home }: Owned) => ({ number: String(home.number) });
const ofPlayer = ({ player }: Owned) => ({ id: player.id });
const byClub = ({ home, officer }: Owned) => [home.email, officer.email];
const byHolder = ({ home }: Owned) => [home.email];
const byPlayer = ({ player }: Owned) => [player.email];
const byMover = ({ mover }: Owned) => [mover.email];
const CLUB_PAGE = { screen: "me/club/club.page.tsx", params: ofHome, owners: byClub } as const;
const LIST_PAGE = { ...CLUB_PAGE, screen: "me/club/player-list.page.tsx" } as const;
const PROFILE = { ...CLUB_PAGE, screen: "me/club/profile.page.tsx" } as const;
const PHOTO_PAGE = { screen: "me/photo.page.tsx", params: ofPlayer, owners: byPlayer } as const;
const DEPARTURE = { screen: "me/club/departure.page.tsx", params: ofPlayer } as const;
const JOIN = {
  screen: "me/club/invitation.page.tsx",
  params: ({ code }: Owned) => ({ code }),
  owners: ({ free }: Owned) => [free.email],
  secrets: ({ free }: Owned) => [free.email, "Haba"],
} as const;

const READ: readonly Cell[] = [
  {
    screen: "me/me.page.tsx",
    owners: byPlayer,
    secrets: ({ player }) => [player.email, "Zoumanigui"],
  },
  CLUB_PAGE,
  LIST_PAGE,
  PROFILE,
  { ...CLUB_PAGE, screen: "me/club/statutes.route.ts" },
  {
    ...DEPARTURE,
    owners: ({ player, home, officer }) => [player.email, home.email, officer.email],
  },
  PHOTO_PAGE,
  JOIN,
];

const CHANGED: readonly Cell[] = [
  { screen: "me/me.page.tsx", intent: "stay", fields: ({ move }) => ({ move }), owners: byMover },
  {
    screen: "me/me.page.tsx",
    intent: "list",
    fields: ({ player }) => ({ member: player.id }),
    owners: byPlayer,
  },
  {
    screen: "me/me.page.tsx",
    intent: "unlist",
    fields: ({ mover }) => ({ member: mover.id }),
    owners: byMover,
  },
  { ...CLUB_PAGE, intent: "invite" },
  { ...CLUB_PAGE, intent: "inviteByPlayer" },
  {
    ...CLUB_PAGE,
    intent: "renew",
    params: ({ renewed }) => ({ number: String(renewed.number) }),
    owners: ({ renewed }) => [renewed.email],
  },
  { ...CLUB_PAGE, intent: "withdraw", fields: ({ invited }) => ({ id: invited }) },
  { ...CLUB_PAGE, intent: "again", fields: ({ invited }) => ({ id: invited }) },
  { ...CLUB_PAGE, intent: "agree", fields: ({ move }) => ({ id: move }) },
  {
    ...CLUB_PAGE,
    intent: "refuse",
    fields: ({ move }) => ({ id: move, [`reason-${move}`]: "Non." }),
  },
  {
    ...CLUB_PAGE,
    intent: "buy",
    fields: () => ({ count: "2", offer: offerKey({ price: 15_000, currency: "GNF" }) }),
  },
  { ...LIST_PAGE, intent: "check", fields: () => ({ list: "new@example.org" }) },
  {
    ...LIST_PAGE,
    intent: "send",
    fields: () => ({ list: "new@example.org", id: newId(), promised: "1" }),
  },
  { ...PROFILE, intent: "save", fields: () => ({ first_colour: "red", second_colour: "" }) },
  {
    ...PROFILE,
    intent: "name",
    owners: byHolder,
    fields: () => ({ name: "Sékou Condé", email: "sekou@example.org" }),
  },
  { ...PROFILE, intent: "drop", owners: byHolder, fields: ({ second }) => ({ id: second.id }) },
  {
    ...DEPARTURE,
    owners: ({ player, home, officer }) => [player.email, home.email, officer.email],
  },
  {
    ...DEPARTURE,
    owners: ({ player, home, officer }) => [home.email, player.email, officer.email],
  },
  PHOTO_PAGE,
  { ...PHOTO_PAGE, isFile: true },
  { ...JOIN, intent: "take", fields: ({ free }) => ({ member: free.id }) },
];
const nameOf = ({ screen, intent, isFile }: Cell) =>
  `${screen} ${intent ?? (isFile ? "file" : "")}`;

/** What there is none of. */
const NOWHERE: Fields = {
  number: "60000",
  id: newId(),
  move: newId(),
  member: newId(),
  code: "ZZZZZZZZZZZZ",
};
const nowhere = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) =>
      name.startsWith("reason-") ? [`reason-${NOWHERE.id}`, value] : [name, NOWHERE[name] ?? value],
    ),
  );

withDatabase((_engine, database) => {
  let picture: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    await offerTypes();
    const made = sharp({ create: { width: 600, height: 800, channels: 3, background: "#c96" } });
    picture = new Uint8Array(await made.jpeg().toBuffer());
  });
  afterEach(() => setClock());

  const { add, set, somebody, newClub, invite, join, moveOf } = clubPeople(database);
  const player = async (of: Parameters<typeof join>[0], lastName: string) => {
    const { id, email, token } = await join(of, { lastName });
    return { id, email, token };
  };

  async function story() {
    const [home, asking, renewed] = [
      await newClub(day(100), "Lions de Boké"),
      await newClub(),
      await newClub(day(20)),
    ];
    const own = await player(home, "Zoumanigui");
    await sendOwnPhoto(own.email, own.id, Buffer.from(picture).toString("base64"));
    const mover = await player(home, "Bangalya");
    await set(mover.id, sql`listed_since = site_today()`);
    expect(await acceptInvitation(await invite(asking), mover.email, { member: mover.id })).toEqual(
      {
        waiting: true,
      },
    );
    const players = parseList(`${somebody()};Fanta;Kolié`);
    await inviteList(home.email, home.number, { id: newId(), players, promised: new Set([1]) });
    const [invitee] = await database().asOwner<{ place_id: string }>(
      sql`update club_invitees set mailed_at = mailed_at - interval '2 days' where club = ${home.number} returning place_id`,
    );
    await saveProfile(home.email, home.number, {
      first_colour: null,
      second_colour: null,
      statutes: Buffer.from("%PDF-1.4 Lions de Boké").toString("base64"),
    });
    const named = async () => {
      const email = somebody();
      await nameOfficer(home.email, home.number, { name: "Sékou Condé", email, language: "fr" });
      const [row] = await database().asOwner<{ id: string }>(
        sql`select id from club_officers where email = ${email}`,
      );
      return { email, id: row?.id ?? "" };
    };
    const [officer, former, second] = [await named(), await named(), await named()];
    await dropOfficer(home.email, home.number, former.id);
    await join(renewed);
    await set(renewed.id, sql`membership_end = ${day(300)}`);
    const free = { email: somebody(), id: "" };
    free.id = await add({
      email: free.email,
      last_name: "Haba",
      birth_date: "2001-02-03",
      status: "active",
      membership_end: day(50),
    });
    const owned: Owned = {
      home,
      asking,
      renewed,
      player: own,
      mover,
      free,
      officer,
      former,
      second,
      move: await moveOf(home),
      invited: invitee?.place_id ?? "",
      code: await invite(asking),
    };
    return { ...owned, token: own.token };
  }

  const requestOf = (cookie = "") => new Request("https://fge.example/me", { headers: { cookie } });
  const cookieOf = (line: string) => line.slice(0, line.indexOf(";"));
  const read = new Set<string>();
  /** The mail that came since somebody last looked. */
  const mailed = async (email: string) => {
    const mails = await database().asOwner<{ id: string; text: string }>(
      sql`select id, text_body as text from mail_outbox where recipient = ${email} and template = 'me-link'`,
    );
    const { id = "", text = "" } = mails.find((mail) => !read.has(mail.id)) ?? {};
    read.add(id);
    return {
      code: /\b\d{6}\b/.exec(text)?.[0] ?? "",
      link: /\/me\/([\w-]{20,})/.exec(text)?.[1] ?? "",
    };
  };
  /** The cookie of a session of an address. */
  async function sessionOf(email: string): Promise<string> {
    const asked = cookieOf(await sendSignIn(email, "fr"));
    const result = await signIn(requestOf(asked), { code: (await mailed(email)).code });
    if (!("cookie" in result)) throw new Error(result.refused);
    return cookieOf(result.cookie);
  }

  const sessions = new Map<string, Promise<string>>();
  const remembered = (key: string, begin: () => Promise<string>): Promise<string> => {
    const found = sessions.get(key) ?? begin();
    sessions.set(key, found);
    return found;
  };
  const endedSessionOf = async (email: string) => {
    const cookie = await sessionOf(email);
    const signedIn = await readMe(requestOf(cookie));
    if (signedIn) await endSessions(signedIn.me, false);
    return cookie;
  };
  const lateSessionOf = (email: string) => {
    setClock(() => Date.now() - IDLE_MS - HOUR);
    return sessionOf(email).finally(() => setClock());
  };
  /** Everybody who may come and is no owner, with the cookie that they send. */
  async function strangersTo(cell: Cell, owned: Shared): Promise<[name: string, cookie: string][]> {
    const owners = cell.owners(owned);
    const [owner = ""] = owners;
    const strangers: [string, string][] = [
      ["nobody", ""],
      ["an ended session", await remembered(`ended ${owner}`, () => endedSessionOf(owner))],
      ["a late session", await remembered(`late ${owner}`, () => lateSessionOf(owner))],
    ];
    const others = {
      "somebody else": owned.stranger,
      "another club": owned.strange,
      "the club that asks": owned.asking,
      "the club": owned.home,
      "a player of the club": owned.mover,
      "a player": owned.player,
      "who acts for the club": owned.officer,
      "who acted for the club": owned.former,
    };
    for (const [name, { email }] of Object.entries(others)) {
      if (!owners.includes(email)) {
        strangers.push([name, await remembered(email, () => sessionOf(email))]);
      }
    }
    return strangers;
  }
  type Shared = Awaited<ReturnType<typeof story>> &
    Record<"stranger" | "strange", { email: string }>;
  let shared: Promise<Shared> | undefined;
  const shareStory = () => {
    shared ??= story().then(async (owned) => {
      const strange = await newClub();
      return { ...owned, strange, stranger: await player(strange, "Sylla") };
    });
    return shared;
  };

  type Answer = { status: number; location: string | null; flash: string[]; data: string };
  async function answerOf(asked: Promise<unknown>): Promise<Answer> {
    const answer = await asked.catch((error: unknown) => {
      if (error instanceof Response) return error;
      throw error;
    });
    if (answer instanceof Response) {
      const { status, headers } = answer;
      // That of a session goes on.
      const flash = headers.getSetCookie().filter((line) => !line.includes("Max-Age=2592000"));
      // Back to the page of the club that was asked for.
      const location = headers.get("location")?.replace(/\d+$/, "0") ?? null;
      return { status, location, flash, data: await answer.text() };
    }
    const { data, init } = answer as { data: unknown; init?: { status?: number } };
    return { status: init?.status ?? 200, location: null, flash: [], data: JSON.stringify(data) };
  }
  const contextOf = () => {
    const context = new RouterContextProvider();
    const info = { degraded: false, ip: "", sharedAddress: true, nonce: "", reference: "" };
    context.set(requestInfoContext, info);
    return context;
  };
  type Handler = (args: never) => Promise<unknown>;
  const loads = ({ screen }: Cell, cookie: string, params: Fields) => {
    const url = new URL("https://fge.example/me");
    const args = { request: requestOf(cookie), context: contextOf(), params, url };
    return answerOf((SCREENS[screen].loader as Handler)(args as never));
  };
  const sends = (
    { screen, intent, isFile }: Cell,
    cookie: string,
    params: Fields,
    fields: Fields,
  ) => {
    const body = isFile ? new FormData() : new URLSearchParams(fields);
    if (intent !== undefined) body.set("intent", intent);
    if (body instanceof FormData)
      body.set("photo", new File([picture], "a.jpg", { type: "image/jpeg" }));
    const url = new URL("https://fge.example/me/x");
    const request = new Request(url, { method: "POST", headers: { cookie }, body });
    const args = { request, context: contextOf(), params, url };
    return answerOf(((SCREENS[screen] as { action?: unknown }).action as Handler)(args as never));
  };

  /** What is in every table but that of sessions. */
  async function everything(): Promise<string> {
    const tables = await database().asOwner<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'me_s%'`,
    );
    const parts = tables.map(
      ({ name }) =>
        sql`select ${name} || md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from ${sql.identifier(name)} t`,
    );
    const rows = await database().asOwner<{ hash: string }>(sql.join(parts, sql` union all `));
    return rows
      .map(({ hash }) => hash)
      .sort()
      .join("\n");
  }
  const secretsOf = ({ home, player: own, mover, free }: Owned) => [
    home.email,
    own.email,
    mover.email,
    free.email,
    "Zoumanigui",
    "Bangalya",
    "Haba",
    "Fanta",
    "Lions de Boké",
    Buffer.from(picture).toString("base64"),
  ];

  test("every screen and every change is in this table, or says why not", async () => {
    const files = (await mappedRoutes())
      .map(({ file }) => file)
      .filter((file) => /^(?:me|licences)\//.test(file) && !file.endsWith(".admin.tsx"));
    const known = [...Object.keys(SCREENS), ...Object.keys(WITHOUT_OWNER)];
    expect([...new Set(files)].sort()).toEqual(known.sort());
    const wishes = {
      "me/me.page.tsx": meSchema,
      "me/club/club.page.tsx": clubSchema,
      "me/club/player-list.page.tsx": listSchema,
      "me/club/profile.page.tsx": profileSchema,
    };
    for (const [screen, schema] of Object.entries(wishes)) {
      const intents = schema.options.flatMap((one) => [...(one.shape.intent._zod.values ?? [])]);
      const tried = CHANGED.filter((cell) => cell.screen === screen).map(({ intent }) => intent);
      const own = OF_ONESELF[screen as Screen] ?? [];
      expect([...new Set([...tried, ...own])].sort(), screen).toEqual([...new Set(intents)].sort());
    }
  });

  test.each(READ.map((cell) => [nameOf(cell), cell] as const))(
    "%s is read by its owner alone",
    async (_name, cell) => {
      const owned = await shareStory();
      const params = cell.params?.(owned) ?? {};
      for (const owner of cell.owners(owned)) {
        const { data } = await loads(cell, await remembered(owner, () => sessionOf(owner)), params);
        expect(
          secretsOf(owned).some((secret) => data.includes(secret)),
          owner,
        ).toBe(true);
      }
      for (const [who, cookie] of await strangersTo(cell, owned)) {
        const { data, ...answer } = await loads(cell, cookie, params);
        if (cell.params && cell.screen !== JOIN.screen) {
          const other = await loads(cell, cookie, nowhere(params));
          expect({ data, ...answer }, who).toEqual(other);
        }
        const secrets = cell.secrets?.(owned) ?? secretsOf(owned);
        expect(
          secrets.filter((secret) => data.includes(secret)),
          who,
        ).toEqual([]);
      }
    },
  );

  test.each(CHANGED.map((cell, index) => [`${nameOf(cell)} (${index})`, cell] as const))(
    "%s is done by its owner alone",
    async (_name, cell) => {
      const owned = await shareStory();
      const [params, fields] = [cell.params?.(owned) ?? {}, cell.fields?.(owned) ?? {}];
      const strangers = await strangersTo(cell, owned);
      const untouched = await everything();
      for (const [who, cookie] of strangers) {
        const answer = await sends(cell, cookie, params, fields);
        expect(answer.status, who).toBeLessThan(500);
        for (const secret of cell.secrets?.(owned) ?? secretsOf(owned)) {
          expect(answer.data, who).not.toContain(secret);
        }
        if (cell.screen !== JOIN.screen) {
          expect(answer, who).toEqual(await sends(cell, cookie, nowhere(params), nowhere(fields)));
        }
      }
      expect(await everything(), "what strangers changed").toBe(untouched);
      const own = await story();
      const session = await sessionOf(cell.owners(own)[0] ?? "");
      const before = await everything();
      const answer = await sends(cell, session, cell.params?.(own) ?? {}, cell.fields?.(own) ?? {});
      if (cell.intent === "check") expect(answer.data).toContain('"invite"');
      else expect(await everything()).not.toBe(before);
    },
  );

  test("whoever renews where nothing is to renew does not read that something was renewed", async () => {
    const [club, stranger] = [await newClub(), somebody()];
    const press = async (email: string) => {
      const cell = { screen: "me/club/club.page.tsx", intent: "renew", owners: () => [] } as const;
      const { flash } = await sends(cell, await sessionOf(email), { number: `${club.number}` }, {});
      return flash.map((line) => line.slice(0, line.indexOf(";")));
    };
    expect(await press(stranger)).toEqual([]);
    expect(await press(club.email)).toEqual(["flash=clubNothingToRenew"]);
  });

  test("the link of a sign-in is for the browser that asked, once, and not late", async () => {
    const email = somebody();
    const press = (cookie: string, token: string) => {
      const url = new URL("https://fge.example/me/x");
      const request = new Request(url, {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams(),
      });
      return answerOf(
        (link.action as Handler)({
          request,
          context: contextOf(),
          params: { token },
          url,
        } as never),
      );
    };
    const open = (cookie: string, token: string) => {
      const url = new URL("https://fge.example/me/x");
      return answerOf(
        (link.loader as Handler)({
          request: requestOf(cookie),
          context: contextOf(),
          params: { token },
          url,
        } as never),
      );
    };
    const asked = cookieOf(await sendSignIn(email, "fr"));
    const { link: token } = await mailed(email);
    const other = cookieOf(await sendSignIn(somebody(), "fr"));
    const refused = { status: 303, location: "/me/x", flash: [], data: "" };
    for (const cookie of ["", other]) expect(await press(cookie, token)).toEqual(refused);
    expect(await press(asked, `${token}x`)).toEqual(refused);
    setClock(() => Date.now() + SIGN_IN_MS + 1_000);
    expect(await press(asked, token)).toEqual(refused);
    const gone = await open(asked, token);
    expect(gone).toMatchObject({ status: 404 });
    expect(gone.data).not.toContain(email);
    setClock();
    expect(await press(asked, token)).toMatchObject({ location: "/me" });
    for (const cookie of ["", other]) {
      expect(await press(cookie, token)).toEqual(refused);
      expect(await open(cookie, token)).toEqual(gone);
    }
  });

  test("the link of a card that was readdressed or erased opens nothing, nor its files", async () => {
    const { player: own, token } = await story();
    const at = async (params: Fields) => {
      const url = new URL(`https://fge.example/licences/${params.token}`);
      const args = { request: requestOf(), context: contextOf(), params, url } as never;
      return {
        page: await answerOf((card.loader as Handler)(args)),
        pdf: await answerOf(
          (cardFile.loader as Handler)({
            ...(args as object),
            params: { ...params, file: "card.pdf" },
          } as never),
        ),
        photo: await answerOf(
          (cardFile.loader as Handler)({
            ...(args as object),
            params: { ...params, file: "photo.jpg" },
          } as never),
        ),
      };
    };
    const closed = async (params: Fields) => {
      const { page, pdf, photo: shown } = await at(params);
      expect(page.status).toBeGreaterThanOrEqual(404);
      expect([pdf.status, shown.status, shown.data]).toEqual([302, 404, ""]);
      expect(page.data + pdf.data).not.toContain("Zoumanigui");
    };
    await database().asOwner(
      sql`update licence_photos set status = 'accepted' where member_id = ${own.id}`,
    );
    const opened = await at({ token });
    expect([opened.page.status, opened.pdf.status, opened.photo.status]).toEqual([200, 200, 200]);
    await closed({ token: "0".repeat(32) });
    await set(own.id, sql`email = ${somebody()}`);
    await closed({ token });
    const [row] = await database().asOwner<{ token: string }>(
      sql`select application_token as token from members where id = ${own.id}`,
    );
    expect((await at({ token: row?.token ?? "" })).page.status).toBe(200);
    await asSystem("test", (db) => erasePerson(db, own.id));
    await closed({ token: row?.token ?? "" });
  });
});
