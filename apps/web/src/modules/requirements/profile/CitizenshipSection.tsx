import { useMemo } from "react";
import { LaterSelect } from "../../../parts/LaterSelect.tsx";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { countryChoices, countryName } from "./countries.ts";
import classes from "./Profile.module.css";
import { type Details, postCitizenship } from "./queries.ts";
import { useSection } from "./useSection.ts";
import { words } from "./words.ts";

const labelOf = (code: string | null) => (code === null ? "" : countryName(code));

interface Draft {
  country: string | null;
  otherCountry: string | null;
}

/** Asks for a person's citizenships, because background checks cover those countries. */
export function CitizenshipSection({ details }: { details: Details }) {
  const { profileId } = details;
  const countries = useMemo(countryChoices, []);
  const section = useSection<Draft>({
    profileId,
    saved: details.citizenship ?? { country: null, otherCountry: null },
    check: ({ country }) => (country === null ? { country: words.countryMissing } : null),
    save: ({ country, otherCountry }) => postCitizenship({ profileId, country: country ?? "", otherCountry }),
    notice: words.citizenshipSaved,
  });
  const { value, change, errors } = section;
  return (
    <SavedPart title={words.citizenship} lead={words.citizenshipHelp} part={section}>
      <div className={classes.pair}>
        <LaterSelect
          label={words.country}
          shown={labelOf(value.country)}
          placeholder={words.chooseCountry}
          searchable
          allowDeselect={false}
          limit={300}
          data={countries}
          value={value.country}
          onChange={(country) => change({ ...value, country })}
          error={errors.country}
        />
        <LaterSelect
          label={words.secondCountry}
          shown={labelOf(value.otherCountry)}
          placeholder={words.none}
          searchable
          clearable
          clearButtonProps={{ "aria-label": words.clearSecondCountry }}
          limit={300}
          data={countries}
          value={value.otherCountry}
          onChange={(otherCountry) => change({ ...value, otherCountry })}
          error={errors.otherCountry}
        />
      </div>
    </SavedPart>
  );
}
