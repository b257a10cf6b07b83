import { create } from "qrcode";
import { describe, expect, test } from "vitest";
import { EXAMPLE } from "../../tests/expectations/licences/card-example.ts";
import {
  authenticate,
  type CardFields,
  cardAddress,
  cutName,
  encodeFields,
  fromBase32,
  joinCode,
  labelled,
  MAX_NAME_BYTES,
  nameBytesAt,
  readCode,
  SIGNING,
  toBase32,
} from "./licence-code.ts";

const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
  "sign",
  "verify",
]);
const open = await crypto.subtle.exportKey("raw", pair.publicKey);
const key = { number: 1, public_key: Buffer.from(open).toString("base64url"), revoked: false };

const card: CardFields = EXAMPLE.card;

async function signed(change: Partial<CardFields> = {}, label = labelled): Promise<string> {
  const fields = encodeFields({ ...card, ...change });
  const signature = await crypto.subtle.sign(SIGNING, pair.privateKey, label(fields));
  return joinCode(fields, new Uint8Array(signature));
}

describe("a code", () => {
  test("says what the card says, in any case of its letters", async () => {
    const code = await signed();
    expect(await authenticate(code, [key])).toEqual({ is: "authentic", card });
    expect(await authenticate(code.toLowerCase(), [key])).toEqual({ is: "authentic", card });
  });

  test.each([
    { until: null },
    { birthYear: null },
    { name: "" },
    { issue: 255, club: 65_535, serial: 4_294_967_295 },
    { name: "محمد العربي" },
    { name: "ߡߊߡߊߘߌ ߞߋߕߊ" },
  ] satisfies Partial<CardFields>[])("holds %o", async (change) => {
    expect(readCode(await signed(change))?.card).toEqual({ ...card, ...change });
  });

  test("of the documented example reads as docs/licence-cards.md says", async () => {
    expect(await authenticate(EXAMPLE.code, [EXAMPLE.key])).toEqual({
      is: "authentic",
      card: EXAMPLE.card,
    });
    expect(Buffer.from(encodeFields(EXAMPLE.card)).toString("hex")).toBe(EXAMPLE.fields);
  });

  test("names what is wrong: an unknown key, a revoked one, another signature, no code", async () => {
    const code = await signed();
    const isOf = async (text: string, keys = [key]) => (await authenticate(text, keys)).is;
    expect(await isOf(await signed({ key: 9 }))).toBe("other-key");
    expect(await isOf(code, [{ ...key, revoked: true }])).toBe("revoked-key");
    expect(await isOf(await signed({}, (fields) => fields as Uint8Array<ArrayBuffer>))).toBe(
      "forged",
    );
    for (const text of ["", "A", code.slice(0, -1), `${code}A`, "8".repeat(150), "ÀÉ", " "]) {
      expect(await isOf(text), text).toBe("unreadable");
    }
  });

  test("with one bit changed anywhere is no card of ours", async () => {
    const code = await signed();
    const bytes = fromBase32(code) ?? new Uint8Array();
    expect(bytes.length).toBe(16 + 13 + 64);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = bytes.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect((await authenticate(toBase32(changed), [key])).is, `bit ${bit}`).not.toBe("authentic");
    }
  });

  test("is one text: what is left over of its last letter is nothing", async () => {
    const code = await signed({ name: "Aissatou B" });
    for (const last of "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") {
      const other = code.slice(0, -1) + last;
      const { is } = await authenticate(other, [key]);
      expect(is === "authentic", other).toBe(other === code);
    }
  });
});

describe("a name", () => {
  test("is cut between letters, with their accents, and keeps no odd spaces", () => {
    expect(cutName("  Aïssatou\n Bah ")).toBe("Aïssatou Bah");
    expect(cutName("e\u0301".repeat(40))).toBe("é".repeat(16));
    expect(cutName("🇬🇳".repeat(9))).toBe("🇬🇳".repeat(4));
    expect(cutName("x\u0301\u0302\u0303".repeat(9), 10)).toBe("x\u0301\u0302\u0303");
    expect(cutName("\ud800")).toBe("\ud800");
    expect(readCode(toBase32(new Uint8Array(80)))).toBeUndefined();
  });

  test("of 32 bytes fits a code that cheap phones read, at any address of ours", async () => {
    for (const origin of [
      "https://fge.gn",
      "https://www.feguiesport.org.gn",
      "https://federation-guineenne.example.org",
    ]) {
      const most = nameBytesAt(origin);
      expect(most).toBeGreaterThan(16);
      expect(most).toBeLessThanOrEqual(MAX_NAME_BYTES);
      const code = await signed({ name: "M".repeat(most) });
      const { version } = create(cardAddress(origin, code), { errorCorrectionLevel: "M" });
      expect(version).toBeLessThanOrEqual(8);
    }
  });
});
