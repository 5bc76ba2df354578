import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
} from "node:crypto";
import { keyIdOf } from "./audit-chain.ts";

/** The context that a sealed value is bound to. It can't be opened in any other. */
export type CipherContext = { tenant: string; table: string; column: string; id: string };

/**
 * Envelope encryption: a key per tenant, wrapped by the master key; AES-256-GCM with the value's place as associated data.
 * Sealed bytes are nonce (12), tag (16), ciphertext.
 */
export type Vault = {
  /** Creates a new data key, wrapped for storage: a tenant's, or one for data that must be destroyed separately. */
  newWrappedKey(): Buffer;
  seal(wrappedKey: Buffer, place: CipherContext, content: string | Uint8Array): Buffer;
  /** @throws when the bytes were changed or belong to another place. */
  open(wrappedKey: Buffer, place: CipherContext, sealed: Buffer): string;
  /** Opens binary data. @throws as `open` */
  openBytes(wrappedKey: Buffer, place: CipherContext, sealed: Buffer): Buffer;
  /** Returns a keyed hash of a text, equal for equal texts in one place: for encrypted values that must be unique. */
  digest(wrappedKey: Buffer, place: Omit<CipherContext, "id">, text: string): Buffer;
  /** Encrypts outside every tenant, with the master key. */
  sealShared(place: CipherContext, text: string): Buffer;
  openShared(place: CipherContext, sealed: Buffer): string;
  /** The installation's Ed25519 key, which proves that exported data is genuine. */
  readonly signing: SigningKey;
};

export type SigningKey = {
  /** The id of the key. */
  readonly keyId: string;
  /** The public half, as PEM. */
  readonly publicKey: string;
  /** Returns the signature in base64. */
  sign(text: string): string;
};

/** The PKCS #8 header before the 32 bytes of an Ed25519 key (RFC 8410). */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

function openSigning(secret: string): SigningKey {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "touchline/audit-signing/1", 32));
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: "der", type: "pkcs8" });
  const open = createPublicKey(key);
  return {
    keyId: keyIdOf(open),
    publicKey: open.export({ type: "spki", format: "pem" }).toString(),
    sign: (text) => sign(null, Buffer.from(text), key).toString("base64"),
  };
}

const placeBytes = (place: CipherContext) =>
  Buffer.from(JSON.stringify([place.tenant, place.table, place.column, place.id]));

function encrypt(key: Buffer, aad: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(aad);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, aad: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12), { authTagLength: 16 })
    .setAAD(aad)
    .setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

/** @param secret at least 32 characters; the master key is derived from it. */
export function openVault(secret: string): Vault {
  const master = Buffer.from(hkdfSync("sha256", secret, "", "touchline/vault/1", 32));
  const wrapAad = Buffer.from("touchline/tenant-key");
  const unwrap = (wrapped: Buffer) => decrypt(master, wrapAad, wrapped);
  return {
    newWrappedKey: () => encrypt(master, wrapAad, randomBytes(32)),
    seal: (wrappedKey, place, content) =>
      encrypt(
        unwrap(wrappedKey),
        placeBytes(place),
        typeof content === "string"
          ? Buffer.from(content)
          : Buffer.from(content.buffer, content.byteOffset, content.length),
      ),
    open: (wrappedKey, place, sealed) => decrypt(unwrap(wrappedKey), placeBytes(place), sealed).toString(),
    openBytes: (wrappedKey, place, sealed) => decrypt(unwrap(wrappedKey), placeBytes(place), sealed),
    digest: (wrappedKey, { tenant, table, column }, text) => {
      const key = Buffer.from(hkdfSync("sha256", unwrap(wrappedKey), "", "touchline/digest/1", 32));
      return createHmac("sha256", key)
        .update(JSON.stringify([tenant, table, column, text]))
        .digest();
    },
    sealShared: (place, text) => encrypt(master, placeBytes(place), Buffer.from(text)),
    openShared: (place, sealed) => decrypt(master, placeBytes(place), sealed).toString(),
    signing: openSigning(secret),
  };
}
