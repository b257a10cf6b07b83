/** Submissions that nobody's browser would make, and some that it would, to every public form. */

type Fields = Record<string, string>;
type Form = { address: string; fields: Fields };

const person = {
  firstName: "Aïssatou",
  lastName: "Bah",
  email: "aissatou@example.org",
  phone: "622 12 34 56",
  birthDate: "2001-02-03",
};

/** Each form with fields that it accepts. */
const FORMS: Form[] = [
  {
    address: "/newsletter",
    fields: { email: person.email, whatsapp: person.phone, consent: "on" },
  },
  {
    address: "/contact",
    fields: { name: "Aïssatou Bah", email: person.email, subject: "Club", message: "Un message." },
  },
  {
    address: "/membership?type=01930000-0000-7000-8000-000000005001",
    fields: {
      ...person,
      type: "01930000-0000-7000-8000-000000005001",
      address: "Quartier Taouyah, Ratoma",
      city: "Conakry",
      experience: "beginner",
      games: "EA Sports FC",
      motivation: "Je veux jouer pour la Guinée et apprendre avec les meilleurs.",
      acceptTerms: "on",
    },
  },
  {
    address: "/events/01930000-0000-7000-8000-000000002001?register=1",
    fields: {
      ...person,
      gamertag: "aissa",
      platform: "mobile",
      priceId: "standard",
      acceptRules: "on",
    },
  },
  {
    address: "/tickets/no-such-ticket-of-anybody",
    fields: { intent: "give-up", email: person.email },
  },
  { address: "/newsletter/unsubscribe/no-such-token-of-anybody", fields: { status: "active" } },
];

const STRANGE = [
  "",
  " ",
  "\0",
  "a\0b",
  "\u202e\u2066gnp.exe",
  "💥".repeat(60),
  "\ud800",
  "é".repeat(3_000),
  "x".repeat(30_000),
  "' OR 1=1; DROP TABLE members; --",
  "<script>alert(1)</script>",
  "a@b@c",
  `${"a".repeat(300)}@example.org`,
  "\r\nBcc: victim@example.org",
  "-1",
  "1e309",
  "NaN",
  "9999-99-99",
  "0000-00-00",
  `+224${"6".repeat(30)}`,
  "٦٢٢١٢٣٤٥٦",
  "00000000-0000-0000-0000-000000000000",
  "__proto__",
  "[object Object]",
  "on",
  "off",
  "%00%ff",
];

export type Fuzzed = {
  /** How many answers there were of each status. */
  statuses: Record<number, number>;
  /** What was sent when the answer was 500 or more, or none at all. */
  failures: string[];
};

/** Sends `count` submissions to a product that trusts what a proxy says of the caller's address. */
export async function fuzzForms(url: string, count: number, seed: number): Promise<Fuzzed> {
  const random = randomFrom(seed);
  const result: Fuzzed = { statuses: {}, failures: [] };
  let next = 0;
  const work = async () => {
    while (next < count) {
      const n = next++;
      const { address, init, what } = submission(random, n);
      try {
        const answer = await fetch(url + address, { ...init, method: "POST", redirect: "manual" });
        await answer.arrayBuffer();
        result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
        if (answer.status >= 500) result.failures.push(`${answer.status}: ${what}`);
      } catch (error) {
        result.failures.push(`${error instanceof Error ? error.cause : error}: ${what}`);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return result;
}

type Random = { below: (limit: number) => number; one: <T>(of: readonly T[]) => T };

/** The same numbers for the same seed, so that a failure can be played again. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    one(of) {
      const chosen = of[below(of.length)];
      if (chosen === undefined) throw new Error("nothing to choose from");
      return chosen;
    },
  };
}

function submission(random: Random, n: number) {
  const form = random.one(FORMS);
  const fields: [string, string][] = Object.entries(form.fields).map(([name, value]) => [
    name,
    name === "email" && random.below(2) ? `person-${n}@example.org` : value,
  ]);
  // One in six is what a browser would send.
  const changes = random.below(6) === 0 ? 0 : 1 + random.below(3);
  for (let change = 0; change < changes; change++) mutate(random, fields);
  const encoding = random.one(changes === 0 ? (["form"] as const) : ENCODINGS);
  const address = random.below(2) ? `/en${form.address}` : form.address;
  const { body, type } = encode(random, encoding, fields);
  const headers: Record<string, string> = {
    "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  };
  if (type) headers["content-type"] = type;
  const what = `${address} ${encoding} ${JSON.stringify(fields).slice(0, 300)}`;
  return { address, init: { body, headers }, what };
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
      // The same name twice, with another value.
      fields.push([field[0], random.one(STRANGE)]);
      break;
    case 2:
      fields.push([random.one(STRANGE), random.one(STRANGE)]);
      break;
    default:
      field[1] = random.one(STRANGE);
  }
}

const ENCODINGS = [
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
  "huge",
] as const;

const FORM = "application/x-www-form-urlencoded";
const HUGE = "x".repeat(1_000_000);

function encode(
  random: Random,
  encoding: (typeof ENCODINGS)[number],
  fields: [string, string][],
): { body: BodyInit; type?: string } {
  const urlencoded = new URLSearchParams(fields).toString();
  switch (encoding) {
    case "form":
      return { body: urlencoded, type: FORM };
    case "multipart":
    case "file": {
      const body = new FormData();
      for (const [name, value] of fields) body.append(name, value);
      if (encoding === "file") body.append("email", new Blob(["not a text"]), "a.exe");
      return { body };
    }
    case "broken multipart":
      return {
        body: `--edge\r\ncontent-disposition: form-data; name="email"\r\n\r\n${urlencoded}`,
        type: `multipart/form-data${random.one(["", "; boundary=edge", "; boundary="])}`,
      };
    case "broken percent":
      return { body: `${urlencoded}&email=%E0%A4%A&%=%&=&&`, type: FORM };
    case "json":
      return { body: JSON.stringify(Object.fromEntries(fields)), type: "application/json" };
    case "no type":
      return { body: new TextEncoder().encode(urlencoded) };
    case "odd charset":
      return { body: urlencoded, type: `${FORM}; charset=utf-16le` };
    case "bytes":
      return {
        body: Uint8Array.from({ length: 500 }, () => random.below(256)),
        type: FORM,
      };
    case "huge":
      return { body: `${urlencoded}&x=${HUGE}`, type: FORM };
  }
}
