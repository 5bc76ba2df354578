import { mostEmergencyContacts } from "@touchline/contract/requirements/profile-details";
import { Button, IconTrash, IconUserPlus, TextInput } from "@touchline/ui";
import { focusNow } from "../../../form-errors.ts";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import classes from "./Profile.module.css";
import { type Details, putProfile } from "./queries.ts";
import { useSection } from "./useSection.ts";

interface Draft {
  firstName: string;
  lastName: string;
  email: string;
  relationship: string;
  phone: string;
}
const nobody: Draft = { firstName: "", lastName: "", email: "", relationship: "", phone: "" };

const fields = [
  { part: "firstName", label: "First name", type: "text", most: 100 },
  { part: "lastName", label: "Last name", type: "text", most: 100 },
  { part: "phone", label: "Phone", type: "tel", most: 40 },
  { part: "relationship", label: "Relationship", type: "text", most: 100 },
  { part: "email", label: "Email", type: "email", most: 254 },
] as const satisfies readonly { part: keyof Draft; label: string; type: string; most: number }[];

/** Who is called when something happens at the field. */
export function EmergencySection({ details }: { details: Details }) {
  const { profileId } = details;
  const bodyOf = (drafts: readonly Draft[]) => ({
    emergencyContacts: drafts.map((one) => ({ ...one, email: one.email.trim() || null })),
  });
  const section = useSection<readonly Draft[]>({
    profileId,
    saved: details.emergencyContacts.map(({ profileId: _, ...one }) => ({
      firstName: one.firstName,
      lastName: one.lastName,
      email: one.email ?? "",
      relationship: one.relationship,
      phone: one.phone,
    })),
    check: async (drafts) => (await import("./checks.ts")).checkDetails(bodyOf(drafts)),
    save: (drafts) => putProfile(profileId, bodyOf(drafts)),
    said: "Emergency contacts were saved.",
  });
  const { value, change, errors, form } = section;
  const add = () => {
    focusNow(
      () => change([...value, nobody]),
      () => form.current?.querySelector<HTMLElement>("li:last-child input"),
    );
  };
  const remove = (place: number) => {
    focusNow(
      () => change(value.filter((_, at) => at !== place)),
      () => form.current?.querySelector<HTMLElement>("[data-add] button"),
    );
  };
  return (
    <SavedPart title="Emergency contacts" lead="People to call in an emergency." part={section}>
      {value.length === 0 && <p>Nobody yet.</p>}
      <ol className={classes.contacts} hidden={value.length === 0}>
        {value.map((contact, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids, and each field shows what the draft holds
          <li key={place}>
            <fieldset className={classes.contact}>
              <legend>Contact {place + 1}</legend>
              <div className={classes.pair}>
                {fields.map(({ part, label, type, most }) => (
                  <TextInput
                    key={part}
                    label={label}
                    type={type}
                    autoComplete="off"
                    maxLength={most}
                    value={contact[part]}
                    onChange={(event) =>
                      change(value.map((one, at) => (at === place ? { ...one, [part]: event.target.value } : one)))
                    }
                    error={errors[`emergencyContacts.${place}.${part}`]}
                  />
                ))}
              </div>
              <div>
                <Button
                  small
                  danger
                  variant="quaternary"
                  leftIcon={<IconTrash aria-hidden />}
                  label="Remove"
                  aria-label={`Remove contact ${place + 1}`}
                  onClick={() => remove(place)}
                />
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <div data-add>
        <Button
          small
          variant="secondary"
          leftIcon={<IconUserPlus aria-hidden />}
          label="Add contact"
          disabledReason={
            value.length >= mostEmergencyContacts ? `At most ${mostEmergencyContacts} contacts.` : undefined
          }
          onClick={add}
        />
      </div>
    </SavedPart>
  );
}
