import type { Call } from "@touchline/api/call";
import { updateDetails } from "@touchline/api/modules/requirements/details/actions/save";
import type { PlannedPerson } from "./plan.ts";

/** What those who can be logged in as told of themselves: where they live, and whom to call. */
export async function fillInDetails(call: Call, person: PlannedPerson): Promise<void> {
  const contactInformation = {
    email: person.email,
    address: "1408 Alder Street, 98109",
    city: "Seattle",
    phone: "206 555 0142",
    stateId: "US-WA",
  };
  const emergencyContacts = [
    { firstName: "Jordan", lastName: person.lastName, email: null, relationship: "Sibling", phone: "206 555 0187" },
  ];
  await updateDetails(call, person.profileId, { contactInformation, emergencyContacts }, null);
}
