// Licence cards: how long it takes to sign them, to check one among a million, with a network and without, and what a
// phone fetches for it.
import { createCanvas } from "@napi-rs/canvas";
import pg from "pg";
import { SMALL, SMALL_MAX_BYTES } from "../app/files/children/media.ts";
import { EXAMPLE } from "../tests/expectations/licences/card-example.ts";
import { launchChromium } from "../tests/support/browser/browser.ts";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { startProduct } from "../tests/support/product/product.ts";
import { withoutIndexes } from "./admin-seed.ts";
import { LICENCES, OFFICE_BUFFERS_MB } from "./budgets.ts";
import { startChild } from "./child.ts";
import type { LicencesApi } from "./licences.child.ts";
import {
  atMost,
  count,
  type Group,
  infoRow,
  kilobytes,
  median,
  milliseconds,
  percentile,
  type Row,
  ratio,
} from "./table.ts";
import { PHONE } from "./weight.ts";

const seconds = (value: number) => `${value.toFixed(1)} s`;
const megabytes = (value: number) => `${Math.round(value)} MB`;
const { cards, checks, licences } = LICENCES;

/** Clubs as they are given their numbers, the first ones. */
const CLUBS = `insert into members (id, first_name, last_name, organisation, email, member_type, status,
    membership_start, membership_end)
  select gen_random_uuid(), 'Mariama', 'Bah', (array['Kaloum','Ratoma','Matoto','Dixinn','Kindia','Labé','Kankan',
    'Boké'])[1 + n % 8] || ' ' || (array['Esport','Gaming','Lions','Union'])[1 + n / 8 % 4] || ' ' || n,
    'club' || n || '@example.org', 'club', 'active', current_date - 10, current_date + 300
  from generate_series(1, $1::int) n`;
/** Players as their memberships begin, of a club each: triggers give the numbers. */
const SIGNED = `insert into members (id, first_name, last_name, email, birth_date, member_type, status,
    membership_start, membership_end, club)
  select gen_random_uuid(), 'Aïssatou', 'Bah ' || n, 'signed' || n || '@example.org', '2001-02-03', 'player', 'active',
    current_date - 10, current_date + 300, 1 + n % $2::int from generate_series(1, $1::int) n`;

/** The photographs of those whose cards are printed, accepted by staff. */
const PHOTOGRAPHS = `insert into licence_photos (id, member_id, status, content)
  select gen_random_uuid(), id, 'accepted', $1 from members where licence_serial <= $2::int`;

/** A photograph as heavy as those that are kept: noise, which a JPEG hardly makes smaller. */
async function makePhotograph(): Promise<string> {
  const canvas = createCanvas(SMALL.portrait.width, SMALL.portrait.height);
  const context = canvas.getContext("2d");
  const pixels = context.createImageData(canvas.width, canvas.height);
  for (let at = 0; at < 65_536; at++) pixels.data[at] = Math.random() * 256;
  for (let at = 65_536; at < pixels.data.length; at += 65_536)
    pixels.data.copyWithin(at, 0, 65_536);
  context.putImageData(pixels, 0, 0);
  for (const quality of [80, 60, 40, 20, 10]) {
    const photo = await canvas.encode("jpeg", quality);
    if (photo.length <= SMALL_MAX_BYTES) return photo.toString("base64");
  }
  throw new Error("noise makes no photograph that is small enough");
}

/** The others, each with a card: written as they are, without triggers. */
const OTHERS = {
  licences: `insert into licences (id, serial, issue) overriding system value
    select gen_random_uuid(), n, 1 + (n % 90 = 0)::int from generate_series($1::int + 1, $2::int) n`,
  members: `insert into members (id, first_name, last_name, email, birth_date, member_type, status, licence_serial,
      application_token, membership_start, membership_end)
    select gen_random_uuid(), 'Mamadou', 'Diallo', 'player' || n || '@example.org', '2001-02-03', 'player',
      case when n % 3 = 0 then 'expired' when n % 100 = 1 then 'suspended' else 'active' end, n, md5(n::text),
      current_date - 100, current_date + (n % 300) from generate_series($1::int + 1, $2::int) n`,
  licence_cards: `insert into licence_cards (id, serial, issue, key_number, valid_from, valid_until, code)
    select gen_random_uuid(), n, 1, 1, current_date - 100, current_date + 200, md5(n::text)
    from generate_series($1::int + 1, $2::int) n`,
};
/** A check looks for nothing else: the indexes of search would take minutes. */
const isAsked = (index: string) => /\b(serial|licence_serial|code|club)\b/.test(index);

/** Sheets of cards in a process of its own, whose memory is that of nothing else. */
async function print(url: string, printed: number, tell: (doing: string) => void) {
  tell(`printing ${count(printed)} cards`);
  const child = startChild<LicencesApi>("licences.child.ts");
  try {
    await child.ask("open", { url });
    return await child.ask("print", printed);
  } finally {
    await child.stop();
  }
}

async function registerRows(tell: (doing: string) => void): Promise<Row[]> {
  const postgres = await startPostgres({ buffersMb: OFFICE_BUFFERS_MB });
  const child = startChild<LicencesApi>("licences.child.ts");
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  try {
    await child.ask("open", { url: postgres.url, isNew: true });
    await client.connect();
    await client.query(CLUBS, [LICENCES.clubs]);
    await client.query(SIGNED, [cards, LICENCES.clubs]);
    tell(`signing ${count(cards)} cards`);
    const signing = await child.ask("sign", "signed");
    const small = await child.ask("list");
    const clubs = await child.ask("clubs");
    await client.query(PHOTOGRAPHS, [await makePhotograph(), LICENCES.printed]);
    const papers = [await print(postgres.url, LICENCES.fewPrinted, tell)];
    papers.push(await print(postgres.url, LICENCES.printed, tell));
    tell(`filling up to ${count(licences)} licences`);
    await client.query("set session_replication_role = replica");
    for (const [table, fill] of Object.entries(OTHERS)) {
      await withoutIndexes(client, table, () => client.query(fill, [cards, licences]), isAsked);
    }
    await client.query("vacuum analyze members, licences, licence_cards");
    tell(`checking ${count(checks)} cards`);
    const checking = await child.ask("check", checks);
    const large = startChild<LicencesApi>("licences.child.ts");
    try {
      await large.ask("open", { url: postgres.url });
      const list = await large.ask("list");
      return [
        atMost(
          `Licences: ${count(signing.cards)} cards signed (${seconds(signing.worked)} of this processor)`,
          LICENCES.signingSeconds,
          signing.seconds,
          seconds,
        ),
        ...paperRows(papers),
        atMost(`Licences: the list of ${count(cards)}`, LICENCES.listBytes, small.bytes, kilobytes),
        atMost(
          `Licences: the names of ${count(LICENCES.clubs)} clubs, compressed`,
          LICENCES.clubsBytes,
          clubs.bytes,
          kilobytes,
        ),
        atMost(
          `Licences: a check among ${count(licences)}, ${checking.verdicts.join(", ")}: p95`,
          LICENCES.checkMs,
          percentile(checking.times, 0.95),
          milliseconds,
        ),
        infoRow(
          "Licences: the same, of this processor each",
          milliseconds((1000 * checking.worked) / checking.times.length),
        ),
        infoRow(
          `Licences: the list of ${count(licences)}, read and signed`,
          `${kilobytes(list.bytes)}, ${seconds(list.seconds)}, ${seconds(list.worked)} of this processor`,
        ),
      ];
    } finally {
      await large.stop();
    }
  } finally {
    await client.end();
    await child.stop();
    await postgres.remove();
  }
}

function paperRows([few, many]: Awaited<ReturnType<typeof print>>[]): Row[] {
  if (!few || !many) return [];
  return [
    atMost(
      `Licences: memory for sheets of ${count(LICENCES.printed)} cards with photographs (${megabytes(many.peakMb)}), against ${count(LICENCES.fewPrinted)}`,
      LICENCES.printedRatio,
      many.peakMb / few.peakMb,
      ratio,
    ),
    infoRow(
      `Licences: these ${count(many.sheets)} sheets`,
      `${kilobytes(many.bytes)}, ${seconds(many.seconds)}, ${seconds(many.worked)} of this processor`,
    ),
  ];
}

/** The camera of a phone and its reader of codes, which see this card once it is held before them. */
function seeCard(code: string) {
  const stream = async () => document.createElement("canvas").captureStream();
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: stream } });
  const Reader = class {
    static getSupportedFormats = async () => ["qr_code"];
    detect = async () =>
      "isHeld" in window ? [{ rawValue: `HTTPS://FGE.EXAMPLE/V/${code}` }] : [];
  };
  Object.assign(window, { BarcodeDetector: Reader });
}

/** A phone that is four times as slow as this machine: what it fetches, and how soon it answers without a network. */
async function phoneRows(tell: (doing: string) => void): Promise<Row[]> {
  tell("a phone without a network");
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ ...PHONE, baseURL: product.url });
    const page = await context.newPage();
    const fetched = { bytes: 0 };
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      fetched.bytes += encodedDataLength;
    });
    await page.goto("/V/control");
    await page.getByText("Prêt à contrôler sans réseau", { exact: true }).waitFor();
    // The page's inspector does not see how its worker came.
    const worker = await fetch(`${product.url}/V/worker.js`, {
      headers: { "accept-encoding": "br" },
    });
    const first = fetched.bytes + Number(worker.headers.get("content-length"));
    await product.stop();
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    fetched.bytes = 0;
    const times: number[] = [];
    const seen: number[] = [];
    await context.addInitScript(seeCard, EXAMPLE.code);
    for (let round = 0; round < LICENCES.rounds; round++) {
      const began = performance.now();
      // A forged card takes as long as a true one: the signature is what costs.
      await page.goto(`/V/${EXAMPLE.code}`, { waitUntil: "commit" });
      await page.getByText("Vérifié sans réseau").waitFor();
      times.push(performance.now() - began);
      await page.goto("/V/control#scan", { waitUntil: "commit" });
      await page.getByRole("button", { name: "Arrêter la caméra" }).waitFor();
      const held = performance.now();
      await page.evaluate(() => Object.assign(window, { isHeld: true }));
      await page.getByText("Vérifié sans réseau").waitFor();
      seen.push(performance.now() - held);
    }
    return [
      atMost(
        "Licences: the page of checks, all that a phone fetches first",
        LICENCES.pageBytes,
        first,
        kilobytes,
      ),
      atMost("Licences: the same afterwards, without a network", 0, fetched.bytes, kilobytes),
      atMost(
        "Licences: from an address to its answer without a network, CPU ÷ 4: median",
        LICENCES.answerMs,
        median(times),
        milliseconds,
      ),
      atMost(
        "Licences: from the picture of a camera to the same answer: median",
        LICENCES.answerMs,
        median(seen),
        milliseconds,
      ),
      infoRow("Licences: the slowest of them", milliseconds(Math.max(...times, ...seen))),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

export const measure: Group = async (tell) => [
  ...(await phoneRows(tell)),
  ...(await registerRows(tell)),
];
