import { describe, expect, test } from "vitest";
import { randomFrom, STRANGE } from "../../../tests/support/fuzz/fuzz-values.ts";
import {
  decodeList,
  judgeList,
  type ListedPlayer,
  parseList,
  type Standing,
} from "./player-list.ts";

const AICHA = { email: "aicha@example.org", first_name: "Aïcha", last_name: "Bah" };
const players = (text: string) =>
  parseList(text).map(({ email, first_name, last_name }) => ({ email, first_name, last_name }));

describe("a list is read", () => {
  test.each([
    ["commas", "aicha@example.org,Aïcha,Bah"],
    ["semicolons", "Aicha@Example.org;Aïcha;Bah"],
    ["tabs", "aicha@example.org\tAïcha\tBah"],
    ["quotes", '"aicha@example.org";"Aïcha";"Bah"'],
    ["spaces around", '  aicha@example.org ; "Aïcha" ;  Bah  '],
    ["a mark", "\ufeffaicha@example.org;Aïcha;Bah"],
    ["the separator in its own line", "sep=,\r\naicha@example.org,Aïcha,Bah"],
    ["a French header", "Nom;Prénom;Téléphone;E-mail\nBah;Aïcha;622;aicha@example.org"],
    ["an English header", "E-mail address,First name,Last name\raicha@example.org,Aïcha,Bah"],
    ["the address last", "Aïcha,Bah,aicha@example.org"],
    ["the address in the middle", "Aïcha,aicha@example.org,Bah"],
    ["what mail programs write", "mailto:aicha@example.org;Aïcha;Bah"],
    ["a mailbox in brackets", "<aicha@example.org>;Aïcha;Bah"],
    ["empty lines", "\n;;\n\naicha@example.org;Aïcha;Bah\n\n"],
  ])("with %s", (_what, text) => {
    expect(players(text)).toEqual([AICHA]);
  });

  test("with the numbers of its lines, the empty ones counted", () => {
    expect(
      parseList("email\n\na@example.org\r\n\r\nb@example.org").map(({ line }) => line),
    ).toEqual([3, 5]);
  });

  test("a quotation mark too many spoils its own line alone", () => {
    const [one, two] = players('a@example.org;"Aï;cha\nb@example.org;"Mo""ry";Kaba');
    expect(one).toMatchObject({ email: "a@example.org", first_name: '"Aï' });
    expect(two).toEqual({ email: "b@example.org", first_name: 'Mo"ry', last_name: "Kaba" });
  });

  test("what is no address stays as it was typed", () => {
    expect(parseList("aicha@example;Aïcha\nMory Kaba;x\n;Fanta;Sow")).toMatchObject([
      { typed: "aicha@example", first_name: "Aïcha" },
      { typed: "Mory Kaba" },
      { typed: "" },
    ]);
    expect(players("a@b.org c@d.org")).toMatchObject([{ email: undefined }]);
  });

  test("names have no control characters and an end", () => {
    const [player] = parseList(`a@example.org;Aï\u202e\u0007cha;${"x".repeat(500)}`);
    expect(player).toMatchObject({ first_name: "Aï cha", last_name: "x".repeat(60) });
  });
});

describe("a file is text", () => {
  const latin = (text: string) => Buffer.from(text, "latin1");
  test.each([
    ["UTF-8", Buffer.from("aicha@example.org;Aïcha;Bah")],
    ["UTF-8 with its mark", Buffer.from("\ufeffaicha@example.org;Aïcha;Bah")],
    ["Windows-1252", latin("aicha@example.org;Aïcha;Bah")],
    ["UTF-16 with its mark", Buffer.from("\ufeffaicha@example.org\tAïcha\tBah", "utf16le")],
  ])("in %s", (_what, bytes) => {
    expect(players(decodeList(bytes) ?? "")).toEqual([AICHA]);
  });

  test("a workbook and a picture are none", () => {
    expect(decodeList(Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]))).toBeUndefined();
    expect(decodeList(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0]))).toBeUndefined();
  });
});

const NOBODY: Standing = {
  sent: new Set(),
  open: new Set(),
  accepted: new Set(),
  often: new Set(),
  free: 100,
  mails: 100,
};
const listed = (...emails: (string | undefined)[]): ListedPlayer[] =>
  emails.map((email, index) => ({
    line: index + 1,
    typed: email ?? "x",
    ...(email !== undefined && { email }),
    first_name: "",
    last_name: "",
  }));
const fates = (list: ListedPlayer[], standing: Partial<Standing>, promised?: number[]) =>
  judgeList(list, { ...NOBODY, ...standing }, promised && new Set(promised)).map(
    ({ fate }) => fate,
  );

describe("the fate of a line", () => {
  test("the first lines take the licences that are left, whoever is not invited takes none", () => {
    const list = listed("a", undefined, "a", "open", "b", "c", "d");
    expect(fates(list, { open: new Set(["open"]), free: 2 })).toEqual([
      "invite",
      "address",
      "twice",
      "open",
      "invite",
      "full",
      "full",
    ]);
    expect(judgeList(list, NOBODY)[2]).toMatchObject({ fate: "twice", first: 1 });
    expect(fates(listed("a", "b"), { mails: 1 })).toEqual(["invite", "later"]);
    expect(fates(parseList(";Fanta"), {})).toEqual(["empty"]);
  });

  test("a list that was sent says so of what it sent, however often", () => {
    const sent = new Set(["a"]);
    expect(fates(listed("a", "b"), { sent, open: sent, free: 0 })).toEqual(["sent", "full"]);
  });

  test("what was not promised is not sent", () => {
    expect(fates(listed("a", "b", "c"), { free: 2 }, [1, 3])).toEqual([
      "invite",
      "unasked",
      "invite",
    ]);
    expect(fates(listed("a", "b", "c"), { free: 1 }, [1, 2])).toEqual(["invite", "full", "full"]);
  });

  test("of anything at all there is one, and never more invitations than licences or mails", () => {
    const random = randomFrom(7);
    const pieces = [...STRANGE, ";", ",", "\t", "\n", "\r\n", '"', "a@b.org", "é@x", "email", "@"];
    for (let round = 0; round < 1_000; round += 1) {
      const text = Array.from({ length: random.below(40) }, () => random.one(pieces)).join("");
      const list = parseList(decodeList(Buffer.from(text)) ?? text);
      const [free, mails] = [random.below(4), random.below(4)];
      const result = judgeList(list, { ...NOBODY, free, mails });
      expect(result).toHaveLength(list.length);
      const invited = result.filter(({ fate }) => fate === "invite").map(({ email }) => email);
      expect(invited.length).toBeLessThanOrEqual(Math.min(free, mails));
      expect(new Set(invited).size).toBe(invited.length);
      expect(invited).not.toContain(undefined);
    }
  });
});
