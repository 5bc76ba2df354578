import { useQuery } from "@tanstack/react-query";
import type { OrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { Notice, Select } from "@touchline/ui";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { seasonQuery } from "./queries.ts";
import classes from "./Settings.module.css";
import { usePart } from "./usePart.ts";
import { words } from "./words.ts";

const monthName = new Intl.DateTimeFormat(undefined, { month: "long", timeZone: "UTC" });
/** In a year without a 29 February: that day is not there every year. */
const daysOf = (month: number) => new Date(Date.UTC(2001, month, 0)).getUTCDate();
const months = Array.from({ length: 12 }, (_, at) => ({
  value: String(at + 1),
  label: monthName.format(Date.UTC(2001, at, 1)),
}));

/** When a season begins, by which due dates and ages may go, and of how many people they do. */
export function SeasonPart({ settings }: { settings: OrganizationSettings }) {
  const { organizationId } = useActiveProfile();
  const part = usePart({
    saved: settings.seasonStart,
    sent: (seasonStart) => ({ seasonStart }),
    said: words.seasonSaved,
  });
  const { value, change, errors } = part;
  const { data: effect } = useQuery(seasonQuery(organizationId));
  const days = Array.from({ length: daysOf(value.month) }, (_, at) => String(at + 1));
  return (
    <SavedPart
      title={words.season}
      lead={words.seasonAbout}
      part={part}
      hindrance={effect ? undefined : words.checkingEffect}
    >
      <div className={classes.pair}>
        <Select
          label={words.seasonMonth}
          data={months}
          allowDeselect={false}
          value={String(value.month)}
          onChange={(month) =>
            month && change({ month: Number(month), day: Math.min(value.day, daysOf(Number(month))) })
          }
          error={errors["seasonStart.month"]}
        />
        <Select
          label={words.seasonDay}
          data={days}
          allowDeselect={false}
          value={String(value.day)}
          onChange={(day) => day && change({ ...value, day: Number(day) })}
          error={errors["seasonStart.day"]}
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
