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
import { words } from "./words.ts";

const count = new Intl.NumberFormat();

/** The time zone in which days begin and end, with a preview of a change. */
export function TimeZonePart({ settings }: { settings: OrganizationSettings }) {
  const { organizationId } = useActiveProfile();
  const part = usePart({
    saved: settings.timeZone,
    sent: (timeZone) => ({ timeZone }),
    notice: words.timeZoneSaved,
  });
  const { value, change, errors } = part;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const keeping = useMutation({
    mutationFn: () => putSettings(organizationId, { timeZone: settings.timeZone }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(settingsQuery(organizationId).queryKey, saved);
      notify("done", words.timeZoneSaved);
      await queryClient.invalidateQueries({ queryKey: ["members"] });
    },
  });
  const zones = useMemo(() => {
    const known = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", settings.timeZone]);
    return [...known].sort().map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
  }, [settings.timeZone]);
  const { data: effect } = useQuery(effectQuery(organizationId, value, settings.timeZone));
  const { timeZoneChange: rezoning } = settings;
  return (
    <SavedPart
      title={words.timeZone}
      lead={words.timeZoneAbout}
      part={part}
      hindrance={effect ? undefined : words.checkingEffect}
    >
      {settings.timeZoneAssumed && !part.unsaved && (
        <Notice
          tone="needs"
          title={words.timeZoneAssumed}
          action={
            <Button
              small
              variant="secondary"
              label={words.keepZone({ zone: settings.timeZone.replaceAll("_", " ") })}
              loading={keeping.isPending}
              onClick={() => keeping.mutate()}
            />
          }
        >
          {keeping.error ? messageOf(keeping.error) : words.timeZoneAssumedAbout}
        </Notice>
      )}
      <Select
        label={words.timeZone}
        data={zones}
        searchable
        allowDeselect={false}
        limit={100}
        value={value}
        onChange={(zone) => zone && change(zone)}
        error={errors.timeZone}
      />
      {part.unsaved && effect && <Effect effect={effect} />}
      {rezoning && (
        <Notice tone="waits" title={words.datesMoving}>
          {words.datesMovingAbout({ done: count.format(rezoning.done), total: count.format(rezoning.total) })}
        </Notice>
      )}
    </SavedPart>
  );
}

function Effect({ effect }: { effect: ResponseOf<typeof timeZoneEffect> }) {
  const { minutes, dueDates, expiries, passing, returning } = effect;
  if (minutes === 0 && dueDates + expiries === 0) return <Notice tone="none">{words.zoneNoEffect}</Notice>;
  const hours = Math.abs(minutes) / 60;
  return (
    <Notice tone="waits" title={(minutes < 0 ? words.daysEarlier : words.daysLater)({ count: hours })}>
      <p>{words.zoneKeepsDates}</p>
      {dueDates > 0 && <p>{words.dueDatesMove({ count: dueDates })}</p>}
      {expiries > 0 && <p>{words.expirationsMove({ count: expiries })}</p>}
      {passing > 0 && <p>{words.datesPass({ count: passing })}</p>}
      {returning > 0 && <p>{words.datesReturn({ count: returning })}</p>}
    </Notice>
  );
}
