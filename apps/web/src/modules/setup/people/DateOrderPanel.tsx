import type { DateOrder } from "@touchline/contract/setup/imports";
import { Choices, Panel } from "@touchline/ui";
import type { Mapping, RosterImport } from "./queries.ts";
import { dateReadings } from "./words.ts";

/** Days that can be read two ways are never guessed: asked once for the whole file, with one of its own as the example. */
export function DateOrderPanel({
  roster,
  mapping,
  onChange,
}: {
  roster: RosterImport;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}) {
  const { example } = roster.dates;
  if (example === null) return null;
  const readings = dateReadings(example);
  return (
    <Panel title="How dates are written">
      <Choices<DateOrder>
        label={`Read ${example} as`}
        choices={[
          { value: "monthFirst", label: readings.monthFirst, note: "The month comes first." },
          { value: "dayFirst", label: readings.dayFirst, note: "The day comes first." },
        ]}
        value={mapping.dateOrder ?? null}
        onChange={(dateOrder) => onChange({ ...mapping, dateOrder })}
      />
    </Panel>
  );
}
