import { Select } from "@touchline/ui";

interface MonthDay {
  month: number;
  day: number;
}

const monthName = new Intl.DateTimeFormat(undefined, { month: "long", timeZone: "UTC" });
/** In a year without a 29 February: that day is not there every year. */
const daysOf = (month: number) => new Date(Date.UTC(2001, month, 0)).getUTCDate();
const months = Array.from({ length: 12 }, (_, at) => ({
  value: String(at + 1),
  label: monthName.format(Date.UTC(2001, at, 1)),
}));

/** Two fields, month and day, for a date that recurs every year. The caller lays them out. */
export function MonthDaySelect({
  value,
  onChange,
  monthLabel,
  dayLabel,
  monthError,
  dayError,
}: {
  value: MonthDay;
  onChange: (next: MonthDay) => void;
  monthLabel: string;
  dayLabel: string;
  monthError?: string | undefined;
  dayError?: string | undefined;
}) {
  return (
    <>
      <Select
        label={monthLabel}
        data={months}
        allowDeselect={false}
        value={String(value.month)}
        onChange={(month) =>
          month && onChange({ month: Number(month), day: Math.min(value.day, daysOf(Number(month))) })
        }
        error={monthError}
      />
      <Select
        label={dayLabel}
        data={Array.from({ length: daysOf(value.month) }, (_, at) => String(at + 1))}
        allowDeselect={false}
        value={String(value.day)}
        onChange={(day) => day && onChange({ ...value, day: Number(day) })}
        error={dayError}
      />
    </>
  );
}
