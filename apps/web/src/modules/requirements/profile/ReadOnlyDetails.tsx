import { states } from "@touchline/contract/regions";
import { Facts, Notice, Panel } from "@touchline/ui";
import { dayText } from "../../../dates.ts";
import type { Details } from "./queries.ts";
import { words } from "./words.ts";

/** Contact details and emergency contacts, with the reason why the viewer can't change them. */
export function ReadOnlyDetails({ details }: { details: Details }) {
  const { contactInformation: contact, emergencyContacts, dateOfBirth } = details;
  const state = states.find((one) => one.stateId === contact.stateId)?.name ?? null;
  return (
    <>
      {details.refusals.edit !== null && <Notice tone="waits">{details.refusals.edit}</Notice>}
      <Panel title={words.contact}>
        <Facts
          facts={[
            { label: words.email, value: contact.email },
            { label: words.phone, value: contact.phone || words.none },
            {
              label: words.address,
              value: [contact.address, contact.city, state].filter(Boolean).join(", ") || words.none,
            },
            { label: words.dateOfBirth, value: dateOfBirth === null ? words.unknown : dayText(dateOfBirth) },
          ]}
        />
      </Panel>
      <Panel title={words.emergencyContacts}>
        {emergencyContacts.length === 0 ? (
          <p>{words.noContactsKnown}</p>
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
