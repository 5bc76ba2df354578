import { useQuery } from "@tanstack/react-query";
import type { OrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { Notice } from "@touchline/ui";
import { MonthDaySelect } from "../../../parts/MonthDaySelect.tsx";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { seasonQuery } from "./queries.ts";
import classes from "./Settings.module.css";
import { usePart } from "./usePart.ts";
import { words } from "./words.ts";

/** When a season begins, by which due dates and ages may go, and of how many people they do. */
export function SeasonPart({ settings }: { settings: OrganizationSettings }) {
  const { organizationId } = useActiveProfile();
  const part = usePart({
    saved: settings.seasonStart,
    sent: (seasonStart) => ({ seasonStart }),
    notice: words.seasonSaved,
  });
  const { value, change, errors } = part;
  const { data: effect } = useQuery(seasonQuery(organizationId));
  return (
    <SavedPart
      title={words.season}
      lead={words.seasonAbout}
      part={part}
      hindrance={effect ? undefined : words.checkingEffect}
    >
      <div className={classes.pair}>
        <MonthDaySelect
          value={value}
          onChange={change}
          monthLabel={words.seasonMonth}
          dayLabel={words.seasonDay}
          monthError={errors["seasonStart.month"]}
          dayError={errors["seasonStart.day"]}
        />
      </div>
      {effect && <Follows {...effect} unsaved={part.unsaved} />}
    </SavedPart>
  );
}

function Follows({ requirements, people, unsaved }: { requirements: number; people: number; unsaved: boolean }) {
  if (requirements === 0) return <p className={classes.lead}>{words.seasonNotUsed}</p>;
  if (!unsaved) {
    return (
      <p className={classes.lead}>
        {words.seasonRequirements({ count: requirements })} {words.seasonPeople({ count: people })}
      </p>
    );
  }
  return (
    <Notice tone="waits" title={words.seasonDueDatesChange({ count: people })}>
      <p>{words.seasonRequirements({ count: requirements })}</p>
      <p>{words.seasonEffect}</p>
    </Notice>
  );
}
