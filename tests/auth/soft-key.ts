import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { MakingOptions, SigningOptions } from "../../app/auth/passkeys/passkey.ts";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** What a device does otherwise than it should. */
type Faults = {
  origin?: string;
  host?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  signature?: Buffer;
};

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const hash = (value: string | Uint8Array) => createHash("sha256").update(value).digest();

/** The little of CBOR that a new passkey is written in. */
function cbor(value: number | string | Uint8Array | Map<unknown, unknown>): Buffer {
  // In as few bytes as there can be, as the rules of passkeys have it.
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (!(value instanceof Map)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flat().map((one) => cbor(one as number));
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** A device with one passkey, in software: it does what it is told, right or wrong. */
export class SoftKey {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 0;
  userHandle = "";

  #data(host: string, { verified = true, counter = this.counter }: Faults, more = Buffer.alloc(0)) {
    const flags = USER_PRESENT | (verified ? USER_VERIFIED : 0) | (more.length > 0 ? HAS_KEY : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([hash(host), Buffer.from([flags]), count, more]);
  }

  #client(challenge: string, { type, origin = "https://fge.example", crossOrigin }: Faults) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  }

  /** What goes into the form once the passkey is made. */
  make(options: MakingOptions, faults: Faults = {}): string {
    this.userHandle = options.account.id;
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const publicKey = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const idLength = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), idLength, this.id, cbor(publicKey)]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", this.#data(faults.host ?? options.host, faults, credential)],
    ]);
    const challenge = faults.challenge ?? options.challenge;
    return JSON.stringify({
      id: text(this.id),
      clientDataJSON: text(this.#client(challenge, { type: "webauthn.create", ...faults })),
      attestationObject: text(cbor(attestation)),
      transports: ["internal"],
    });
  }

  /** What goes into the form once the passkey has signed. */
  sign(options: SigningOptions, faults: Faults = {}): string {
    const data = this.#data(faults.host ?? options.host, faults);
    const challenge = faults.challenge ?? options.challenge;
    const client = this.#client(challenge, { type: "webauthn.get", ...faults });
    const signed = sign("sha256", Buffer.concat([data, hash(client)]), this.#keys.privateKey);
    return JSON.stringify({
      id: text(this.id),
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(faults.signature ?? signed),
      userHandle: faults.userHandle ?? this.userHandle,
    });
  }
}
