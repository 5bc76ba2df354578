import { overallStatuses } from "@touchline/contract";
import {
  ActiveFilters,
  Breakdown,
  type BreakdownRow,
  type Column,
  DayCalendar,
  type DayRange,
  EmptyState,
  FilterMenu,
  HeatMap,
  IconSearch,
  LongTable,
  OverallStatusBadge,
  overallShares,
  Popover,
  requirementShares,
  StatusShares,
  TrendLine,
} from "@touchline/ui";
import { useState } from "react";
import classes from "./GalleryPage.module.css";
import { Section } from "./Section.tsx";
import { members } from "./samples.ts";

const counts = {
  Disqualified: 3,
  Incomplete: 263,
  NotActivated: 214,
  NotConfirmed: 36,
  Optional: 185,
  NoRequirements: 191,
  Cleared: 1_012,
};

const rows: BreakdownRow[] = Array.from({ length: 14 }, (_, index) => ({
  key: `club-${index}`,
  name: index === 2 ? "Cedar Valley and Mountain Villages Youth Soccer Club" : `Club ${index + 1}`,
  href: "/ui",
  note: `${(14 - index) * 9} of 160`,
  shares: overallShares({
    Disqualified: index % 3,
    Incomplete: (14 - index) * 9,
    Optional: 12,
    Cleared: 20 + index * 9,
  }),
}));

const expiries = new Map([
  ["2026-11-30", 4],
  ["2026-12-31", 310],
  ["2027-01-01", 12],
  ["2027-07-31", 1_204],
  ["2027-11-22", 700],
]);
const heatColumns = ["Background check", "Concussion protocol and sudden cardiac arrest", "Waiver"].map((name) => ({
  key: name,
  name,
}));
const heatRows = ["Total", "North", "South"].map((name, row) => ({
  key: name,
  name,
  ...(row > 0 && { href: "/ui" }),
  cells: heatColumns.map((_, column) =>
    row === 2 && column === 1 ? null : { owed: 40, done: Math.min(40, 9 + row * 14 + column * 11), href: "/ui" },
  ),
}));

const days = Array.from({ length: 30 }, (_, index) => ({
  key: String(index),
  share: 0.3 + 0.4 * (index / 29) + 0.05 * Math.sin(index),
  label: `Day ${index + 1}`,
}));

interface LongRow {
  id: string;
  name: string;
  email: string;
  status: (typeof overallStatuses)[number];
}

const total = 20_412;

/** Builds any row of a generated list; every tenth page is still loading. */
function rowAt(index: number): LongRow | undefined {
  if (Math.floor(index / 50) % 10 === 9) return undefined;
  const sample = members[index % members.length];
  const status = overallStatuses[index % overallStatuses.length];
  if (!sample || !status) return undefined;
  return { id: String(index), name: `${sample.name} ${index + 1}`, email: `member.${index + 1}@example.org`, status };
}

const columns: [Column<LongRow, "FullName">, ...Column<LongRow, "FullName">[]] = [
  { key: "name", header: "Name", sortKey: "FullName", cell: (row) => row.name, note: (row) => row.email },
  {
    key: "status",
    header: "Status",
    card: "beside",
    width: "12rem",
    cell: (row) => (
      <Popover
        key={row.id}
        trigger={<OverallStatusBadge status={row.status} />}
        triggerLabel={`${row.status}: why? ${row.name}`}
        title={row.name}
      >
        {() => <p>The reasons stand here, however many.</p>}
      </Popover>
    ),
  },
  { key: "since", header: "Since", align: "end", width: "8rem", spare: true, card: "none", cell: () => "3 days ago" },
];

const hrefOf = () => "/ui";
const idOf = (row: LongRow) => row.id;
const nothing = () => undefined;

/** Shows shares of a whole, and lists of any length. This is the last section, because the page scrolls the list. */
export function Overviews() {
  const [picked, setPicked] = useState<readonly string[]>(["Incomplete"]);
  const [roles, setRoles] = useState<string[]>(["coach"]);
  const [day, setDay] = useState<string | null>("12");
  const [expiring, setExpiring] = useState<DayRange | null>({ from: "2026-12-31", to: "2026-12-31" });
  const [asTable, setAsTable] = useState(false);
  const [page, setPage] = useState(1);
  const pick = (key: string) =>
    setPicked(picked.includes(key) ? picked.filter((one) => one !== key) : [...picked, key]);
  return (
    <>
      <Section title="Shares and breakdowns">
        <StatusShares
          label="Where 1,904 memberships stand"
          shares={overallShares(counts)}
          picked={picked}
          onPick={pick}
        />
        <StatusShares label="On their way" shares={undefined} picked={[]} onPick={nothing} />
        <StatusShares
          label="Where 90 requirements stand"
          shares={requirementShares({ 0: 9, 1: 8, 2: 7, 3: 30, 4: 12, 5: 9, 6: 6, 7: 8, 8: 1 })}
          picked={[]}
          onPick={nothing}
        />
        <label>
          <input type="checkbox" checked={asTable} onChange={() => setAsTable(!asTable)} /> As a table
        </label>
        <Breakdown of="Club" caption="Not cleared, most first" rows={rows} asTable={asTable} hrefOf={hrefOf} />
        <Breakdown of="Club" caption="On their way" rows={undefined} expectedRows={3} asTable={false} hrefOf={hrefOf} />
        <HeatMap caption="Which requirements are done where" of="Region" columns={heatColumns} rows={heatRows} />
        <TrendLine label="Share of memberships that are clear" points={days} picked={day} onPick={setDay} />
        <DayCalendar
          label="Upcoming expirations"
          range={{ from: "2026-11-22", to: "2027-11-22" }}
          counts={expiries}
          describe={({ from, to }, count) => `${count} expire from ${from} to ${to}`}
          picked={expiring}
          onPick={setExpiring}
        />
        <div className={classes.row}>
          <FilterMenu
            label="Role"
            options={[
              { value: "coach", label: "Head coach", count: 780 },
              { value: "referee", label: "Referee", count: 0 },
              { value: "parent", label: "Parent" },
            ]}
            selected={roles}
            onChange={setRoles}
          />
          <ActiveFilters
            filters={roles.map((role) => ({
              key: role,
              kind: "Role",
              label: role,
              onRemove: () => setRoles(roles.filter((one) => one !== role)),
            }))}
            onClear={() => setRoles([])}
          />
        </div>
      </Section>
      <Section title="A list of any length">
        <LongTable
          caption="Members"
          columns={columns}
          total={total}
          rowAt={rowAt}
          rowKey={idOf}
          rowHref={hrefOf}
          sort={{ key: "FullName", direction: "ASC" }}
          onSort={nothing}
          perPage={50}
          page={page}
          onPage={setPage}
          onRange={nothing}
          memory="gallery"
          empty={
            <EmptyState icon={IconSearch} title="No one matches">
              Take away a filter.
            </EmptyState>
          }
        />
      </Section>
    </>
  );
}
