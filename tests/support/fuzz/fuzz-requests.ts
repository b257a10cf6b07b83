import type { Fields } from "../forms.ts";
import type { Target } from "./fuzz-targets.ts";
import {
  COOKIES,
  DATES,
  HEADERS,
  IDS,
  NUMBERS,
  type Random,
  SEGMENTS,
  STRANGE,
} from "./fuzz-values.ts";

/** One request as it goes over the line. */
export type FuzzRequest = {
  method: string;
  path: string;
  headers: [string, string][];
  body: Buffer;
};

/** Parameters that some page or list reads. */
const PARAMETERS = [
  "q",
  "sort",
  "after",
  "before",
  "category",
  "type",
  "event",
  "from",
  "kind",
  "ids",
  "view",
  "map",
  "register",
  "give-up",
  "until",
  "seal",
  "secret",
  "way",
  "filename",
  "category_id",
  "is_public",
  "status",
  "index",
  "_routes",
  "refused",
  "sent",
  "language",
  "__proto__",
];
const METHODS = ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "GET", "POST"];

/** A request that is wrong in one place or in several, or in none. */
export function fuzzRequest(random: Random, target: Target, n: number): FuzzRequest {
  const fields = fieldsFor(random, target, n);
  const changed = fields !== undefined && !random.once(6);
  if (fields && changed) {
    // Most often one thing: what is wrong in several places is refused for the first.
    do mutate(random, fields);
    while (random.once(3));
  }
  const encoding = changed && random.once(4) ? random.one(ENCODINGS) : "form";
  const { body, type } = fields ? encode(random, encoding, fields) : { body: Buffer.alloc(0) };
  const method = random.once(12) ? random.one(METHODS) : fields ? "POST" : "GET";
  const headers: [string, string][] = [
    ["x-forwarded-for", `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`],
  ];
  if (type) headers.push(["content-type", type]);
  if (random.once(6)) headers.push([...random.one(HEADERS)]);
  if (random.once(10)) headers.push(["cookie", random.one(COOKIES)]);
  return { method, path: pathFor(random, target), headers, body };
}

/** A third of the requests to a page with forms only read it. */
function fieldsFor(random: Random, target: Target, n: number): [string, string][] | undefined {
  const { forms, intents } = target;
  if (forms.length + intents.length === 0 ? !random.once(4) : random.once(3)) return undefined;
  const chosen =
    intents.length > 0 && (forms.length === 0 || random.once(2))
      ? changeOf(random, target)
      : forms.length > 0
        ? random.one(forms)
        : { intent: "x", email: "aissatou@example.org" };
  // Without its version, a form is not refused because somebody saved meanwhile.
  return Object.entries(chosen)
    .filter(([name]) => name !== "version" || random.once(2))
    .map(([name, value]) => {
      if (name === "email" && random.once(2)) return [name, `person-${n}@example.org`];
      return [name, value === "texte" ? `texte-${n}` : value];
    });
}

/** A change of a list, with every field that one of its changes reads. */
function changeOf(random: Random, { intents, fieldNames, words, ids }: Target): Fields {
  const id = () => (ids.length > 0 ? random.one(ids) : random.one(STRANGE));
  const fields: Fields = {
    intent: random.one(intents),
    id: id(),
    ids: random.once(3) ? `${id()},${id()}` : id(),
  };
  for (const name of fieldNames) {
    fields[name] ??= random.one([
      id,
      () => (words.length > 0 ? random.one(words) : ""),
      () => random.one(["", "on", "1", "1000", "up", "down"]),
    ])();
  }
  fields.on = random.one(["", "on", "1"]);
  return fields;
}

function mutate(random: Random, fields: [string, string][]): void {
  const place = random.below(fields.length);
  const field = fields[place];
  if (!field) return;
  switch (random.below(5)) {
    case 0:
      fields.splice(place, 1);
      break;
    case 1:
      // The same name twice, with another value: a list where one value is expected.
      fields.push([random.once(3) ? `${field[0]}[]` : field[0], random.one(STRANGE)]);
      break;
    case 2:
      fields.push([random.one(STRANGE), random.one(STRANGE)]);
      break;
    case 3:
      field[1] = random.one(likeliest(field[1]));
      break;
    default:
      field[1] = random.one(STRANGE);
  }
}

/** What is wrong in a way that only somebody who reads such values would notice. */
function likeliest(value: string): readonly string[] {
  if (/^\d{4}-\d\d-\d\d/.test(value)) return DATES;
  if (/^-?\d+$/.test(value)) return NUMBERS;
  if (/^[0-9a-f]{8}-/.test(value)) return IDS;
  return STRANGE;
}

function pathFor(random: Random, { address, pattern }: Target): string {
  const [path = "/", query] = address.split("?", 2);
  const pieces = path.split("/");
  const own = pattern.split("/").flatMap((piece, n) => (/^[:*]/.test(piece) ? [n] : []));
  if (own.length > 0 && random.once(3)) pieces[random.one(own)] = random.one(SEGMENTS);
  else if (random.once(12)) pieces.push(random.one(SEGMENTS));
  let result = pieces.join("/") || "/";
  if (random.once(12)) result = result === "/" ? "/_root.data" : `${result}.data`;
  if (random.once(40)) result = `//${result}`;
  const parameters = query === undefined ? [] : [query];
  while (random.once(3)) parameters.push(`${random.one(PARAMETERS)}=${valueFor(random)}`);
  return parameters.length > 0 ? `${result}?${parameters.join("&")}` : result;
}

const valueFor = (random: Random): string =>
  random.once(4)
    ? random.one(SEGMENTS)
    : encodeURIComponent(random.one(STRANGE).toWellFormed()).slice(0, 4_000);

const ENCODINGS = [
  "form",
  "form",
  "form",
  "form",
  "form",
  "form",
  "multipart",
  "file",
  "broken multipart",
  "broken percent",
  "json",
  "no type",
  "odd charset",
  "bytes",
  "long",
  "huge",
  "not utf-8",
  "surrogates",
] as const;

const FORM = "application/x-www-form-urlencoded";
const LONG = "x".repeat(1_000_000);
const HUGE = Buffer.alloc(10_000_000, "x");
const EDGE = "edge-of-the-parts";

type Encoded = { body: Buffer; type?: string };

function encode(random: Random, encoding: string, fields: [string, string][]): Encoded {
  const urlencoded = new URLSearchParams(fields).toString();
  switch (encoding) {
    case "multipart":
      return { body: multipart(fields), type: `multipart/form-data; boundary=${EDGE}` };
    case "file":
      return {
        body: multipart([...fields, ['email"; filename="a.exe', "not a text"]]),
        type: `multipart/form-data; boundary=${EDGE}`,
      };
    case "broken multipart":
      return {
        body: multipart(fields).subarray(0, 20 + random.below(400)),
        type: `multipart/form-data${random.one(["", `; boundary=${EDGE}`, "; boundary=", "; boundary=\u00ff"])}`,
      };
    case "broken percent":
      return { body: Buffer.from(`${urlencoded}&email=%E0%A4%A&%=%&=&&`), type: FORM };
    case "json":
      return { body: Buffer.from(JSON.stringify(fields)), type: "application/json" };
    case "no type":
      return { body: Buffer.from(urlencoded) };
    case "odd charset":
      return {
        body: Buffer.from(urlencoded),
        type: `${FORM}; charset=${random.one(["utf-16le", "x", "\u00ff"])}`,
      };
    case "bytes":
      return {
        body: Buffer.from(Uint8Array.from({ length: 500 }, () => random.below(256))),
        type: FORM,
      };
    case "long":
      return { body: Buffer.from(`${urlencoded}&x=${LONG}`), type: FORM };
    case "huge":
      return random.once(10)
        ? { body: HUGE, type: FORM }
        : { body: Buffer.from(urlencoded), type: "text/plain" };
    case "surrogates":
      return { body: Buffer.from(`${urlencoded}&name=%ED%A0%80&message=%ED%B0%80`), type: FORM };
    case "not utf-8":
      return { body: Buffer.from(`${urlencoded}&name=é&email=ÿ@é`, "latin1"), type: FORM };
    default:
      return { body: Buffer.from(urlencoded), type: FORM };
  }
}

const multipart = (fields: [string, string][]) =>
  Buffer.from(
    `${fields
      .map(
        ([name, value]) =>
          `--${EDGE}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join("")}--${EDGE}--\r\n`,
  );
