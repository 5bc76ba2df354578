import { IdentityDocument } from "@touchline/contract/library/content-settings";
import type { Shape } from "./frame-checks.ts";
import { words } from "./words.ts";

/** One requested photo. */
export interface Shot {
  /** Names it in the address while its camera is open. */
  key: "front" | "back" | "proof" | "selfie";
  shape: Shape;
  what: string;
  /** The label of the button that opens the camera for it. */
  act: string;
  fileName: string;
}

const shot = (key: Shot["key"], shape: Shape, what: string, act: string): Shot => {
  return { key, shape, what, act, fileName: `${key}.jpg` };
};

/** The front of a document, or its main page. Null while the document isn't chosen. */
export function frontOf(document: IdentityDocument | null): Shot {
  switch (document) {
    case IdentityDocument.GovernmentId:
      return shot("front", "card", words.front, words.takeFront);
    case IdentityDocument.Passport:
      return shot("front", "passport", words.passport, words.takePassport);
    case IdentityDocument.BirthCertificate:
      return shot("front", "page", words.certificate, words.takeCertificate);
    default:
      return shot("front", "page", words.document, words.takeDocument);
  }
}

/** The back of a document. */
export const backOf = (document: IdentityDocument | null): Shot =>
  document === IdentityDocument.BirthCertificate
    ? shot("back", "page", words.certificateBack, words.takeBack)
    : shot("back", "card", words.back, words.takeBack);

/** The photos of a document: both sides of an ID, or one page. */
export const shotsOf = (document: IdentityDocument | null): Shot[] =>
  document === IdentityDocument.GovernmentId ? [frontOf(document), backOf(document)] : [frontOf(document)];

export const proofShot = shot("proof", "page", words.proof, words.takeProof);
export const selfieShot = shot("selfie", "face", words.selfie, words.takeSelfie);
