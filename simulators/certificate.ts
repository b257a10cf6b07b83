import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";

// Node reads certificates and makes none, so this writes the few ASN.1 values that one consists of.

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const NULL = der(0x05);
/** 1.2.840.113549.1.1.11, sha256WithRSAEncryption. */
const RSA_SHA256 = sequence(
  der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b])),
  NULL,
);
/** 2.5.4.3, the common name. */
const nameOf = (common: string) =>
  sequence(
    der(0x31, sequence(der(0x06, Buffer.from([0x55, 0x04, 0x03])), der(0x0c, Buffer.from(common)))),
  );
const utcTime = (at: number) =>
  der(
    0x17,
    Buffer.from(`${new Date(at).toISOString().slice(2, 19).replaceAll(/[-:T]/g, "")}Z`, "ascii"),
  );

export type Signer = { privateKey: KeyObject; certificate: string };

let pair: ReturnType<typeof draw> | undefined;
const draw = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** A key with the certificate that it signed itself. */
export function createSigner(common: string, from: number, until: number): Signer {
  // Drawing a key takes long, and every simulator of a process may have the same.
  pair ??= draw();
  const { privateKey, publicKey } = pair;
  const name = nameOf(common);
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    RSA_SHA256,
    name,
    sequence(utcTime(from), utcTime(until)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = createSign("RSA-SHA256").update(content).sign(privateKey);
  const whole = sequence(content, RSA_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  const certificate = `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
  return { privateKey, certificate };
}

let other: KeyObject | undefined;

/** The key of somebody else, who signs what is forged. */
export function strangersKey(): KeyObject {
  other ??= draw().privateKey;
  return other;
}
