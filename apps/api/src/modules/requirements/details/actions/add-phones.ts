import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { profileDetail } from "../../../../schema/requirements.ts";
import { organizationToday } from "../../../joining/index.ts";
import { detailPlace, type SealedDetails } from "../queries/person.ts";

/** Stores the phone numbers of people who were just added and have no details yet, in one statement. */
export async function addPhones(call: Call, people: readonly { profileId: string; phone: string }[]): Promise<void> {
  if (people.length === 0) return;
  const { wrappedKey } = await organizationToday(call);
  await insertRows(
    call,
    profileDetail,
    people.map(({ profileId, phone }) => {
      const contact: SealedDetails["contact"] = { address: "", city: "", phone, stateId: null };
      const place = detailPlace(call, "contact", profileId);
      return {
        organizationId: call.organizationId,
        profileId,
        contactInformationId: newId(),
        sealedContact: call.adapters.vault.seal(wrappedKey, place, JSON.stringify(contact)),
        updatedAt: call.now,
      };
    }),
  );
}
