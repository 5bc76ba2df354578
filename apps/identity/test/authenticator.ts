import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { parse as parseUuid } from "uuid";

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Buffer) => bytes.toString("base64url");

/** The part of CBOR (RFC 8949) that authenticators use: small maps, texts, bytes, and small numbers. */
function cbor(value: Map<unknown, unknown> | Buffer | string | number): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, one]) => [cbor(key as string), cbor(one as string)]),
  ]);
}

type Options = { challenge: string };

/** An authenticator with one passkey, as a browser would use it on a page. */
export function anAuthenticator({ origin = "https://club.example", rpId = "club.example", verifies = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let counter = 0;
  const cose = cbor(
    new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  function authenticatorData(attested: Buffer) {
    counter += 1;
    const flags = 1 | (verifies ? 4 : 0) | (attested.length > 0 ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
  }
  const credential = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: "public-key",
      clientExtensionResults: {},
      response,
    });

  return {
    /** Creates the passkey, like `navigator.credentials.create`. */
    create(options: Options): string {
      const length = Buffer.from([0, id.length]);
      const data = authenticatorData(Buffer.concat([Buffer.alloc(16), length, id, cose]));
      const attestation = new Map<unknown, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", data],
      ]);
      return credential({
        clientDataJSON: base64url(clientData("webauthn.create", options)),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal"],
      });
    },

    /**
     * Signs with the passkey, like `navigator.credentials.get`.
     *
     * @param sub the account that it claims to belong to.
     */
    get(options: Options, sub?: string): string {
      const client = clientData("webauthn.get", options);
      const data = authenticatorData(Buffer.alloc(0));
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
        ...(sub ? { userHandle: base64url(Buffer.from(parseUuid(sub))) } : {}),
      });
    },
  };
}
