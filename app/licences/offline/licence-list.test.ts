import { describe, expect, test } from "vitest";
import { ALGORITHM, SIGNING } from "../licence-code.ts";
import {
  encodeList,
  type LicenceList,
  type ListContent,
  labelledList,
  readList,
  replaces,
} from "./licence-list.ts";

const makePair = async () => {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const open = await crypto.subtle.exportKey("raw", pair.publicKey);
  return { sign: pair.privateKey, public_key: Buffer.from(open).toString("base64url") };
};
const [pair, other] = await Promise.all([makePair(), makePair()]);

const MADE = Date.parse("2027-03-15T09:30:00Z") / 1000;
const content: ListContent = {
  key: 2,
  made: MADE,
  highest: 2_000,
  keys: [
    { number: 1, state: "former", public_key: other.public_key },
    { number: 2, state: "signs", public_key: pair.public_key },
  ],
  inOrder: [1, 2, 3, 5, 8, 1_999, 2_000],
  // A number in both sets was replaced by another one.
  gone: [4, 1_999],
  never: [{ serial: 6, length: 2 }],
  suspended: [
    { serial: 2, from: null, until: null },
    { serial: 3, from: "2027-03-01", until: "2027-03-15" },
    { serial: 2_000, from: "2027-03-20", until: "2028-01-01" },
  ],
  replaced: [{ serial: 5, issue: 255 }],
  shortened: [
    { serial: 1, until: "2027-03-15" },
    { serial: 8, until: "2029-12-31" },
  ],
};

async function signed(change: Partial<ListContent> = {}, key = pair.sign) {
  const encoded = encodeList({ ...content, ...change });
  const signature = await crypto.subtle.sign(SIGNING, key, labelledList(encoded));
  return new Uint8Array([...encoded, ...new Uint8Array(signature)]);
}
const read = async (change: Partial<ListContent> = {}): Promise<LicenceList> => {
  const list = await readList(await signed(change));
  if (!list) throw new Error("no list");
  return list;
};
const FREE = { suspended_from: null, suspended_until: null };

describe("a list", () => {
  test("says of each number what went into it", async () => {
    const { find, ...head } = await read();
    expect(head).toEqual({ key: 2, made: MADE, highest: 2_000, keys: content.keys });
    const until = (day: string | null) => ({ issue: 1, until: day, suspension: FREE });
    expect(find(1)).toEqual(until("2027-03-15"));
    expect(find(8)).toEqual(until("2029-12-31"));
    expect(find(1_999)).toBe("replaced");
    expect(find(5)).toEqual({ ...until(null), issue: 255 });
    expect(find(4)).toBe("gone");
    expect([5, 6, 7, 8].map((serial) => find(serial) === "never")).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(find(9)).toBe("ended");
    expect(find(2_001)).toBe("newer");
    const suspension = (serial: number) => Object(find(serial)).suspension;
    expect(suspension(2)).toEqual({ suspended_from: "2027-03-15", suspended_until: null });
    // One that began before goes on, whenever that was.
    expect(suspension(3)).toEqual({
      suspended_from: "2027-03-15",
      suspended_until: "2027-03-15",
    });
    expect(suspension(2_000)).toEqual({
      suspended_from: "2027-03-20",
      suspended_until: "2028-01-01",
    });
  });

  test("is the same with few numbers, whose gaps it holds, and with many, for which it has a bit each", async () => {
    const every = Array.from({ length: 2_000 }, (_one, place) => place + 1);
    for (const step of [1, 2, 7, 400]) {
      const inOrder = every.filter((serial) => serial % step === 0);
      const { find } = await read({ inOrder, gone: [], never: [], suspended: [], shortened: [] });
      expect(
        every.filter((serial) => typeof find(serial) === "object"),
        `${step}`,
      ).toEqual(inOrder);
    }
    expect(encodeList({ ...content, inOrder: every }).length).toBeLessThan(600);
  });

  test("of nobody is one too", async () => {
    const none = {
      highest: 0,
      inOrder: [],
      gone: [],
      never: [],
      suspended: [],
      replaced: [],
      shortened: [],
    };
    expect((await read(none)).find(1)).toBe("newer");
  });

  test("counts only with the signature of the key that signs by its own word", async () => {
    const file = await signed();
    expect(await readList(file)).toBeDefined();
    expect(await readList(await signed({}, other.sign))).toBeUndefined();
    expect(await readList(await signed({ key: 1 }, other.sign))).toBeUndefined();
    expect(await readList(await signed({ key: 3 }))).toBeUndefined();
    const revoked = [{ number: 2, state: "revoked", public_key: pair.public_key }] as const;
    expect(await readList(await signed({ keys: revoked }))).toBeUndefined();
  });

  test("with any byte changed, added or missing is none, and throws nothing", async () => {
    const file = await signed();
    for (let place = 0; place < file.length; place++) {
      const changed = file.slice();
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(await readList(changed), `byte ${place}`).toBeUndefined();
    }
    for (const length of [0, 1, 11, 63, 64, 65, 80, file.length - 1]) {
      expect(await readList(file.slice(0, length)), `${length} bytes`).toBeUndefined();
    }
    expect(await readList(new Uint8Array([...file, 0]))).toBeUndefined();
  });

  test("signed over something else is none, were it by our own key", async () => {
    const sign = async (
      bytes: Uint8Array<ArrayBuffer>,
      label: (one: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> = labelledList,
    ) =>
      new Uint8Array([
        ...bytes,
        ...new Uint8Array(await crypto.subtle.sign(SIGNING, pair.sign, label(bytes))),
      ]);
    const encoded = encodeList(content);
    expect(await readList(await sign(encoded, (bytes) => bytes))).toBeUndefined();
    expect(await readList(await sign(new Uint8Array([...encoded, 0])))).toBeUndefined();
    expect(await readList(await sign(encoded.slice(0, -1)))).toBeUndefined();
    const endless = encoded.slice();
    // Numbers without end: four thousand million serials.
    endless.set([255, 255, 255, 255], 6);
    expect(await readList(await sign(endless))).toBeUndefined();
  });

  test("replaces an older one alone, and none is taken of a key that is known to be stolen", async () => {
    const held = await read();
    expect(replaces(held, undefined)).toBe(true);
    expect(replaces(held, held)).toBe(false);
    expect(replaces(await read({ made: MADE - 1 }), held)).toBe(false);
    const later = await read({ made: MADE + 1 });
    expect(replaces(later, held)).toBe(true);
    const stolen = await read({
      keys: [
        { number: 2, state: "signs", public_key: pair.public_key },
        { number: 1, state: "revoked", public_key: other.public_key },
      ],
    });
    const byThief = await readList(
      await signed(
        {
          key: 1,
          made: MADE + 9,
          keys: [{ number: 1, state: "signs", public_key: other.public_key }],
        },
        other.sign,
      ),
    );
    expect(byThief).toBeDefined();
    expect(replaces(byThief as LicenceList, stolen)).toBe(false);
    expect(replaces(byThief as LicenceList, held)).toBe(true);
  });

  test("of ten thousand licences is at most 3 KB", async () => {
    const serials = Array.from({ length: 10_000 }, (_one, place) => place + 1);
    const some = (step: number) => serials.filter((serial) => serial % step === 3);
    const keys = [1, 2, 3, 4].map((number) => ({
      number,
      state: number === 3 ? "signs" : number === 4 ? "next" : "former",
      public_key: pair.public_key,
    })) as ListContent["keys"];
    const file = await signed({
      key: 3,
      keys,
      highest: 11_000,
      inOrder: serials.filter((serial) => serial % 3 > 0),
      gone: some(50),
      never: [{ serial: 10_001, length: 1_000 }],
      suspended: some(100).map((serial) => ({ serial, from: "2027-03-01", until: "2027-09-01" })),
      replaced: some(90).map((serial) => ({ serial, issue: 2 })),
      shortened: some(200).map((serial) => ({ serial, until: "2027-08-01" })),
    });
    expect(file.length).toBeLessThanOrEqual(3_000);
    expect(await readList(file)).toBeDefined();
  });
});
