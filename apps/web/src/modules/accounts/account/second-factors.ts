import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import { listLinkedSignIns } from "@touchline/contract/accounts/partner-sign-in";
import type { Proof } from "@touchline/contract/accounts/second-factor";
import * as contract from "@touchline/contract/accounts/second-factor";
import { call } from "../../../client.ts";
import { askForPasskey, makePasskey, passkeysWork } from "../../../session/passkeys.ts";
import { renew } from "../../../session/renewal.ts";
import { readSecurity } from "../../../session/security.ts";

export type { Proof };
export type SecondFactors = ResponseOf<typeof contract.listSecondFactors>;
export type Passkey = SecondFactors["passkeys"][number];
export type NewApp = ResponseOf<typeof contract.beginApp>;

export const secondFactorsQuery = queryOptions({
  queryKey: ["secondFactors"],
  queryFn: ({ signal }) => call(contract.listSecondFactors, undefined, { signal }),
});

export const linkedQuery = queryOptions({
  queryKey: ["linkedSignIns"],
  queryFn: ({ signal }) => call(listLinkedSignIns, {}, { signal }),
});

/** Returns the proofs that the account's owner can give here, if any; assumes a password until that is known. */
export function useWaysToProve(): { password: boolean; passkey: boolean; any: boolean } {
  const factors = useQuery(secondFactorsQuery);
  const linked = useQuery(linkedQuery);
  const password = linked.data?.hasPassword ?? true;
  const passkey = (factors.data?.passkeys.length ?? 0) > 0 && passkeysWork();
  return { password, passkey, any: password || passkey };
}

/** Whether the account has one at all. */
export const hasSome = ({ passkeys, app }: SecondFactors) => passkeys.length > 0 || app !== null;

/** Asks a passkey of the account whether its owner is there. @returns null when none was chosen. */
export async function proofByPasskey(): Promise<Proof | null> {
  const { options } = await call(contract.passkeyProofOptions);
  const assertion = await askForPasskey(options);
  return assertion === null ? null : { assertion };
}

/** Adds a passkey. @returns null if the person canceled it. */
export async function addPasskey({ proof, name }: { proof: Proof; name: string }) {
  const { options } = await call(contract.beginPasskey, { body: { proof } });
  const response = await makePasskey(options);
  return response === null ? null : call(contract.finishPasskey, { body: { response, name } });
}

export const beginApp = (proof: Proof) => call(contract.beginApp, { body: { proof } });
export const finishApp = (body: BodyInput<typeof contract.finishApp>) => call(contract.finishApp, { body });
export const removePasskey = (id: string, proof: Proof) =>
  call(contract.removePasskey, { params: { id }, body: { proof } });
export const removeApp = (proof: Proof) => call(contract.removeApp, { body: { proof } });
export const renamePasskey = (id: string, name: string) =>
  call(contract.renamePasskey, { params: { id }, body: { name } });
export const renewRecoveryCodes = (proof: Proof) => call(contract.renewRecoveryCodes, { body: { proof } });

/** Changes second factors. Then the list is refetched with a token that reflects the change. */
export function useChange<Given, Result>(
  mutationFn: (input: Given) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (result) => {
      // Should it fail, the next renewal does the same.
      await renew(readSecurity().profileId).catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
      onDone?.(result);
    },
  });
}
