import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import type { OrganizationSettings, timeZoneEffect } from "@touchline/contract/accounts/organization-settings";
import { Button, Notice, Select, useNotify } from "@touchline/ui";
import { useMemo } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { effectQuery, putSettings, settingsQuery } from "./queries.ts";
import { usePart } from "./usePart.ts";

const count = new Intl.NumberFormat();

/** By which zone days begin and end, and what another one would change. */
export function TimeZonePart({ settings }: { settings: OrganizationSettings }) {
  const { organizationId } = useActiveProfile();
  const part = usePart({
    saved: settings.timeZone,
    sent: (timeZone) => ({ timeZone }),
    said: "The time zone was saved.",
  });
  const { value, change, errors } = part;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const keeping = useMutation({
    mutationFn: () => putSettings(organizationId, { timeZone: settings.timeZone }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(settingsQuery(organizationId).queryKey, saved);
      notify("done", "The time zone was saved.");
      await queryClient.invalidateQueries({ queryKey: ["members"] });
    },
  });
  const zones = useMemo(() => {
    const known = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", settings.timeZone]);
    return [...known].sort().map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
  }, [settings.timeZone]);
  const { data: effect } = useQuery(effectQuery(organizationId, value, settings.timeZone));
  const { timeZoneChange: underWay } = settings;
  return (
    <SavedPart
      title="Time zone"
      lead="Due dates, expiry and birthdays begin and end at midnight here."
      part={part}
      hindrance={effect ? undefined : "We are looking at what it changes."}
    >
      {settings.timeZoneAssumed && !part.unsaved && (
        <Notice
          tone="needs"
          title="Nobody has chosen your time zone yet"
          action={
            <Button
              small
              variant="secondary"
              label={`Keep ${settings.timeZone.replaceAll("_", " ")}`}
              loading={keeping.isPending}
              onClick={() => keeping.mutate()}
            />
          }
        >
          {keeping.error
            ? messageOf(keeping.error)
            : "Your organization started with this one. Choose your own, or keep it if it’s right."}
        </Notice>
      )}
      <Select
        label="Time zone"
        data={zones}
        searchable
        allowDeselect={false}
        limit={100}
        value={value}
        onChange={(zone) => zone && change(zone)}
        error={errors.timeZone}
      />
      {part.unsaved && effect && <Effect effect={effect} />}
      {underWay && (
        <Notice tone="waits" title="Dates are being moved">
          {count.format(underWay.done)} of {count.format(underWay.total)} people are done. You need not wait here.
        </Notice>
      )}
    </SavedPart>
  );
}

function Effect({ effect }: { effect: ResponseOf<typeof timeZoneEffect> }) {
  const { minutes, dueDates, expiries, passing, returning } = effect;
  if (minutes === 0 && dueDates + expiries === 0)
    return <Notice tone="none">Midnight is at the same moment there: nothing moves.</Notice>;
  const hours = Math.abs(minutes) / 60;
  const by = `${count.format(hours)} ${hours === 1 ? "hour" : "hours"} ${minutes < 0 ? "earlier" : "later"}`;
  return (
    <Notice tone="waits" title={`Days begin and end ${by}`}>
      <p>
        Every day stays the day it is. {count.format(dueDates)} due {dueDates === 1 ? "date" : "dates"} and{" "}
        {count.format(expiries)} {expiries === 1 ? "expiry" : "expiries"} move with midnight.
      </p>
      {passing > 0 && <p>{count.format(passing)} of them pass at once: people may become overdue or expired.</p>}
      {returning > 0 && <p>{count.format(returning)} of them have passed, and come once more.</p>}
    </Notice>
  );
}
