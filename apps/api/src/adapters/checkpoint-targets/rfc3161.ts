import { createHash, randomBytes } from "node:crypto";
import { SignedData } from "@peculiar/asn1-cms";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp, TSTInfo } from "@peculiar/asn1-tsp";
import { AlgorithmIdentifier } from "@peculiar/asn1-x509";
import { type Checkpoint, canonical } from "../../security/audit-chain.ts";
import type { Delivery } from "./port.ts";

/** Milliseconds to wait for the authority. */
const timeoutMs = 20_000;
/** Far larger than a time stamp with its certificates. */
const mostBytes = 1_000_000;
const sha256Oid = "2.16.840.1.101.3.4.2.1";

/** Returns the text that is time-stamped: the checkpoint as one line of JSON, as in the file of checkpoints. */
export const stampedText = (checkpoint: Checkpoint) => canonical(checkpoint);

/**
 * Has checkpoints time-stamped by an authority (RFC 3161 over HTTP). A response is accepted when it contains a stamp over the
 * requested digest with the requested nonce; people who use the stamp as proof check whether to trust the authority's
 * certificate (`openssl ts -verify`).
 */
export function stampedAt(url: string): (checkpoint: Checkpoint) => Promise<Delivery & { answer?: Buffer }> {
  return async (checkpoint) => {
    const digest = createHash("sha256").update(stampedText(checkpoint)).digest();
    // The first bit is clear and the first byte isn't zero, so that the number has only one encoding.
    const nonce = randomBytes(8);
    nonce[0] = (nonce.readUInt8(0) & 0x7f) | 0x40;
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/timestamp-query", accept: "application/timestamp-reply" },
        body: new Uint8Array(AsnConvert.serialize(requestOf(digest, nonce))),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok || Number(answer.headers.get("content-length") ?? 0) > mostBytes) {
        await answer.body?.cancel();
        return { kind: "failed", code: answer.ok ? "tooLarge" : String(answer.status) };
      }
      const bytes = Buffer.from(await answer.arrayBuffer());
      const wrong = bytes.length > mostBytes ? "tooLarge" : wrongIn(bytes, digest, nonce);
      return wrong ? { kind: "failed", code: wrong } : { kind: "delivered", answer: bytes };
    } catch (error) {
      return { kind: "failed", code: (error as Error).name };
    }
  };
}

function requestOf(digest: Buffer, nonce: Buffer): TimeStampReq {
  return new TimeStampReq({
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: sha256Oid, parameters: null }),
      hashedMessage: new OctetString(digest),
    }),
    nonce: arrayOf(nonce),
    certReq: true,
  });
}

/** Returns the problem with a response as a code; null: it stamps the requested digest. */
function wrongIn(bytes: Buffer, digest: Buffer, nonce: Buffer): string | null {
  const { status, timeStampToken } = AsnConvert.parse(bytes, TimeStampResp);
  const granted = [PKIStatus.granted, PKIStatus.grantedWithMods].includes(Number(status.status));
  if (!granted || !timeStampToken) return "refused";
  const content = AsnConvert.parse(timeStampToken.content, SignedData).encapContentInfo.eContent;
  const inner = content?.single?.buffer ?? content?.any;
  if (!inner) return "noContent";
  const timestampInfo = AsnConvert.parse(inner, TSTInfo);
  const { hashAlgorithm, hashedMessage } = timestampInfo.messageImprint;
  const same = hashAlgorithm.algorithm === sha256Oid && Buffer.from(hashedMessage.buffer).equals(digest);
  if (!same) return "stampsSomethingElse";
  return timestampInfo.nonce && Buffer.from(timestampInfo.nonce).equals(nonce) ? null : "otherNonce";
}

const arrayOf = (bytes: Buffer) => new Uint8Array(bytes).buffer as ArrayBuffer;
