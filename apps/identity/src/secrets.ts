import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Derives a 32-byte key for one purpose from the service's secret by HKDF, so that no key serves two purposes. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `touchline identity: ${purpose}`, 32));
}

/** Encrypts with AES-256-GCM: nonce (12 bytes), tag (16), ciphertext. `bound` must be the same to open it. */
export function seal(key: Buffer, plain: string, bound: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Opens what `seal` encrypted. @returns null if this isn't the key or `bound` differs. */
export function open(key: Buffer, sealed: Buffer, bound: string): string | null {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12)).setAAD(Buffer.from(bound));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
