/** The caller, by their access token and address. */
export type FactorOwner = { sub: string; sid: string; amr: string[]; address: string };
/** Proof that the account's owner is present. */
export type OwnerProof = { password: string } | { assertion: string };

/** The reason, in the identity service's codes. */
export type FactorProblem =
  | "wrong"
  | "showFirst"
  | "taken"
  | "tooMany"
  | "none"
  | "last"
  | "lastWayIn"
  | "noPassword"
  | "unconfirmed";
type Or<Answer> = Answer | { problem: FactorProblem } | { problem: "wait"; retryAfter: number };

/** `address`: the account's, for notifying it of the change. */
export type FactorChange = { name: string; address: string; recoveryCodes: string[] | null };
/** Read only by the browser. */
export type PasskeyOptions = { challenge: string };

export type FactorFacts = {
  passkeys: { passkeyId: string; name: string; createdAt: string; lastUsedAt: string | null }[];
  app: { createdAt: string; lastUsedAt: string | null } | null;
  recoveryCodes: { left: number; createdAt: string } | null;
};

/** The product's calls to the identity service about second factors. */
export type FactorsPort = {
  list(sub: string): Promise<FactorFacts>;
  signInOptions(): Promise<PasskeyOptions>;
  proofOptions(sub: string): Promise<PasskeyOptions>;
  /** Checks that the account's owner is present; wrong passwords count with failed sign-ins from the caller's address. */
  prove(asking: FactorOwner, proof: OwnerProof): Promise<Or<{ proved: true }>>;
  beginPasskey(asking: FactorOwner, proof: OwnerProof): Promise<Or<{ options: PasskeyOptions }>>;
  finishPasskey(asking: FactorOwner, response: string, name: string): Promise<Or<FactorChange>>;
  renamePasskey(asking: FactorOwner, passkeyId: string, name: string): Promise<Or<{ name: string }>>;
  beginApp(asking: FactorOwner, proof: OwnerProof): Promise<Or<{ totpId: string; secret: string; uri: string }>>;
  finishApp(asking: FactorOwner, totpId: string, code: string): Promise<Or<FactorChange>>;
  /** @param what a passkey, or null for the app; `keepOne` refuses to remove the last factor. */
  remove(
    asking: FactorOwner,
    proof: OwnerProof,
    what: { passkeyId: string | null; keepOne: boolean },
  ): Promise<Or<FactorChange>>;
  renewRecoveryCodes(asking: FactorOwner, proof: OwnerProof): Promise<Or<FactorChange>>;
};

type About = <Answer>(path: string, question: object) => Promise<Answer>;

/** @param about makes one call to the service. */
export const factorsOverHttp = (about: About): FactorsPort => ({
  list: (sub) => about("factors/list", { sub }),
  signInOptions: () => about("factors/sign-in-options", {}),
  proofOptions: (sub) => about("factors/proof-options", { sub }),
  prove: (asking, proof) => about("factors/prove", { asking, proof }),
  beginPasskey: (asking, proof) => about("factors/begin-passkey", { asking, proof }),
  finishPasskey: (asking, response, name) => about("factors/finish-passkey", { asking, response, name }),
  renamePasskey: (asking, passkeyId, name) => about("factors/rename-passkey", { asking, passkeyId, name }),
  beginApp: (asking, proof) => about("factors/begin-app", { asking, proof }),
  finishApp: (asking, totpId, code) => about("factors/finish-app", { asking, totpId, code }),
  remove: (asking, proof, what) => about("factors/remove", { asking, proof, ...what }),
  renewRecoveryCodes: (asking, proof) => about("factors/renew-recovery-codes", { asking, proof }),
});
