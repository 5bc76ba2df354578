import { states } from "@touchline/contract/regions";
import { Facts, Notice, Panel } from "@touchline/ui";
import { dayText } from "../../../dates.ts";
import type { Details } from "./queries.ts";

/** How a person is reached, and who is called. Why it is not changed here is said to whoever may not. */
export function ReadOnlyDetails({ details }: { details: Details }) {
  const { contactInformation: contact, emergencyContacts, dateOfBirth } = details;
  const state = states.find((one) => one.stateId === contact.stateId)?.name ?? null;
  return (
    <>
      {details.refusals.edit !== null && <Notice tone="waits">{details.refusals.edit}</Notice>}
      <Panel title="Contact">
        <Facts
          facts={[
            { label: "Email", value: contact.email },
            { label: "Phone", value: contact.phone || "None" },
            { label: "Address", value: [contact.address, contact.city, state].filter(Boolean).join(", ") || "None" },
            { label: "Date of birth", value: dateOfBirth === null ? "Unknown" : dayText(dateOfBirth) },
          ]}
        />
      </Panel>
      <Panel title="Emergency contacts">
        {emergencyContacts.length === 0 ? (
          <p>None are known.</p>
        ) : (
          <Facts
            facts={emergencyContacts.map((one) => ({
              label: [`${one.firstName} ${one.lastName}`.trim(), one.relationship].filter(Boolean).join(", "),
              value: [one.phone, one.email].filter(Boolean).join(", "),
            }))}
          />
        )}
      </Panel>
    </>
  );
}
