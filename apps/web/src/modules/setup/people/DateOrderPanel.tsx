import type { DateOrder } from "@touchline/contract/setup/imports";
import { Choices, Panel } from "@touchline/ui";
import type { Mapping, RosterImport } from "./queries.ts";
import { dateReadings, words } from "./words.ts";

/**
 * Asks in which order the file writes dates, once for the whole file and with one of its own dates as the example. Ambiguous
 * dates are never guessed.
 */
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
    <Panel title={words.dateFormat}>
      <Choices<DateOrder>
        label={words.readDateAs({ example })}
        choices={[
          { value: "monthFirst", label: readings.monthFirst, note: words.monthFirst },
          { value: "dayFirst", label: readings.dayFirst, note: words.dayFirst },
        ]}
        value={mapping.dateOrder ?? null}
        onChange={(dateOrder) => onChange({ ...mapping, dateOrder })}
      />
    </Panel>
  );
}
