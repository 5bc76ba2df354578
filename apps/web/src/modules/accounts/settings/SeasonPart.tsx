import { useQuery } from "@tanstack/react-query";
import type { OrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { Notice, Select } from "@touchline/ui";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { seasonQuery } from "./queries.ts";
import classes from "./Settings.module.css";
import { usePart } from "./usePart.ts";

const count = new Intl.NumberFormat();
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
    said: "The start of the season was saved.",
  });
  const { value, change, errors } = part;
  const { data: effect } = useQuery(seasonQuery(organizationId));
  const days = Array.from({ length: daysOf(value.month) }, (_, at) => String(at + 1));
  return (
    <SavedPart
      title="Season"
      lead="A season is a year from this day. Requirements may be due by the start of the season, and ask for an age that somebody reaches within it."
      part={part}
      hindrance={effect ? undefined : "We are looking at what it changes."}
    >
      <div className={classes.pair}>
        <Select
          label="Begins in"
          data={months}
          allowDeselect={false}
          value={String(value.month)}
          onChange={(month) =>
            month && change({ month: Number(month), day: Math.min(value.day, daysOf(Number(month))) })
          }
          error={errors["seasonStart.month"]}
        />
        <Select
          label="On day"
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
  const what = requirements === 1 ? "1 requirement goes" : `${count.format(requirements)} requirements go`;
  const whose = people === 1 ? "1 person" : `${count.format(people)} people`;
  if (requirements === 0) return <p className={classes.lead}>No requirement goes by the season now.</p>;
  if (!unsaved) {
    return (
      <p className={classes.lead}>
        {what} by the season, with due dates of {whose}.
      </p>
    );
  }
  return (
    <Notice tone="waits" title={`Due dates of ${whose} follow`}>
      {what} by the season. What is due by its start moves, and may be overdue at once or not any more; whom an age is
      asked of is looked at anew. What is done stays done.
    </Notice>
  );
}
