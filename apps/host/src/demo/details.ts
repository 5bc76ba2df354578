import type { Call } from "@touchline/api/call";
import { updateDetails } from "@touchline/api/modules/requirements/details/actions/save";
import type { PlannedPerson } from "./plan.ts";

/** Enters the details of the people with a demo login: their address, and emergency contacts. */
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
