import { mostEmergencyContacts } from "@touchline/contract/requirements/profile-details";
import { Button, IconTrash, IconUserPlus, TextInput } from "@touchline/ui";
import { focusNow } from "../../../form-errors.ts";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import classes from "./Profile.module.css";
import { type Details, putProfile } from "./queries.ts";
import { useSection } from "./useSection.ts";
import { words } from "./words.ts";

interface Draft {
  firstName: string;
  lastName: string;
  email: string;
  relationship: string;
  phone: string;
}
const nobody: Draft = { firstName: "", lastName: "", email: "", relationship: "", phone: "" };

const fields = [
  { part: "firstName", label: words.firstName, type: "text", most: 100 },
  { part: "lastName", label: words.lastName, type: "text", most: 100 },
  { part: "phone", label: words.phone, type: "tel", most: 40 },
  { part: "relationship", label: words.relationship, type: "text", most: 100 },
  { part: "email", label: words.email, type: "email", most: 254 },
] as const satisfies readonly { part: keyof Draft; label: string; type: string; most: number }[];

/** The people to call in an emergency. */
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
    notice: words.emergencyContactsSaved,
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
    <SavedPart title={words.emergencyContacts} lead={words.emergencyContactsHelp} part={section}>
      {value.length === 0 && <p>{words.noContactsYet}</p>}
      <ol className={classes.contacts} hidden={value.length === 0}>
        {value.map((contact, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids, and each field shows what the draft holds
          <li key={place}>
            <fieldset className={classes.contact}>
              <legend>{words.contactNumber({ number: place + 1 })}</legend>
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
                  label={words.remove}
                  aria-label={words.removeContact({ number: place + 1 })}
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
          label={words.addContact}
          disabledReason={
            value.length >= mostEmergencyContacts ? words.contactLimit({ most: mostEmergencyContacts }) : undefined
          }
          onClick={add}
        />
      </div>
    </SavedPart>
  );
}
