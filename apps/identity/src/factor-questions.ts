import { z } from "zod";
import type { FactorsOf } from "./factors.ts";
import type { OwnerProofs } from "./owner-proof.ts";
import type { Passkeys } from "./passkeys.ts";

/** Registers one internal endpoint: a body that matches the schema, and its answer. */
export type On = <Body>(path: string, body: z.ZodType<Body>, answer: (input: Body) => Promise<object>) => void;

/** The caller, from the token that the product has read. */
export const asking = z.strictObject({
  sub: z.uuid(),
  sid: z.string().max(200),
  amr: z.array(z.string().max(30)).max(20),
  address: z.string().max(100),
});
const proof = z.union([
  z.strictObject({ password: z.string().max(1000) }),
  z.strictObject({ assertion: z.string().max(20_000) }),
]);
const sub = z.uuid();
const name = z.string().max(100);

/** The internal endpoints about the second factors of the logged-in person, and the options that a passkey signs. */
export function factorQuestions(
  on: On,
  { factors, owners, passkeys }: { factors: FactorsOf; owners: OwnerProofs; passkeys: Passkeys },
): void {
  on("/internal/factors/list", z.strictObject({ sub }), (input) => factors.list(input.sub));
  on("/internal/factors/sign-in-options", z.strictObject({}), () => passkeys.requestOptions(null));
  on("/internal/factors/proof-options", z.strictObject({ sub }), (input) => factors.proofOptions(input.sub));
  on("/internal/factors/prove", z.strictObject({ asking, proof }), (input) => owners.prove(input.asking, input.proof));
  on("/internal/factors/begin-passkey", z.strictObject({ asking, proof }), (input) =>
    factors.beginPasskey(input.asking, input.proof),
  );
  on("/internal/factors/finish-passkey", z.strictObject({ asking, response: z.string().max(60_000), name }), (input) =>
    factors.finishPasskey(input.asking, input.response, input.name),
  );
  on("/internal/factors/rename-passkey", z.strictObject({ asking, passkeyId: z.uuid(), name }), (input) =>
    factors.renamePasskey(input.asking, input.passkeyId, input.name),
  );
  on("/internal/factors/begin-app", z.strictObject({ asking, proof }), (input) =>
    factors.beginApp(input.asking, input.proof),
  );
  on("/internal/factors/finish-app", z.strictObject({ asking, totpId: z.uuid(), code: z.string().max(20) }), (input) =>
    factors.finishApp(input.asking, input.totpId, input.code),
  );
  on(
    "/internal/factors/remove",
    z.strictObject({ asking, proof, passkeyId: z.uuid().nullable(), keepOne: z.boolean() }),
    (input) => factors.remove(input.asking, input.proof, input),
  );
  on("/internal/factors/renew-recovery-codes", z.strictObject({ asking, proof }), (input) =>
    factors.renewRecoveryCodes(input.asking, input.proof),
  );
}
