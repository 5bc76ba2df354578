import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconSearch,
  OverallStatusBadge,
  Pager,
  RequirementStatusBadge,
  type Sort,
} from "@touchline/ui";
import { useState } from "react";
import classes from "./GalleryPage.module.css";
import { Section } from "./Section.tsx";
import { members, type SampleMember } from "./samples.ts";

type SortKey = "FullName" | "DueDate";

const columns: [Column<SampleMember, SortKey>, ...Column<SampleMember, SortKey>[]] = [
  { key: "name", header: "Name", sortKey: "FullName", cell: (member) => member.name },
  { key: "level", header: "Level", cell: (member) => member.level },
  { key: "overall", header: "Status", cell: (member) => <OverallStatusBadge status={member.overall} /> },
  {
    key: "check",
    header: "Background check",
    cell: (member) => <RequirementStatusBadge status={member.requirement} />,
  },
  { key: "due", header: "Due", sortKey: "DueDate", align: "end", cell: (member) => member.due || "–" },
];

const empty = (
  <EmptyState icon={IconSearch} title="No one matches">
    Remove a filter, or search for part of a name.
  </EmptyState>
);

export function Lists() {
  const [sort, setSort] = useState<Sort<SortKey>>({ key: "FullName", direction: "ASC" });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["member-1"]));
  const [everything, setEverything] = useState(false);
  const [page, setPage] = useState(1);
  const toggle = (keys: string[], select: boolean) => {
    const next = new Set(selected);
    for (const key of keys) {
      if (select) next.add(key);
      else next.delete(key);
    }
    setEverything(false);
    setSelected(next);
  };
  const clear = () => {
    setEverything(false);
    setSelected(new Set());
  };
  return (
    <Section title="Tables">
      <div>
        <DataTable
          caption="Members"
          columns={columns}
          rows={members}
          rowKey={(member) => member.id}
          rowLabel={(member) => member.name}
          rowHref={(member) => `/ui?member=${member.id}`}
          sort={sort}
          onSort={setSort}
          selection={{
            selected,
            onToggle: toggle,
            onClear: clear,
            total: 1204,
            everything,
            onSelectEverything: () => setEverything(true),
            actions: <Button small variant="secondary" label="Send reminder" />,
          }}
          empty={empty}
        />
        <Pager page={page} perPage={25} totalRecords={1204} onPage={setPage} />
        <Pager page={2} perPage={25} totalRecords={30} onPage={() => undefined} />
        <Pager page={1} perPage={25} totalRecords={0} onPage={() => undefined} />
      </div>
      <div className={classes.columns}>
        <DataTable
          caption="Loading members"
          columns={columns}
          rows={[]}
          rowKey={String}
          loading
          expectedRows={3}
          empty={empty}
        />
        <DataTable caption="No members" columns={columns} rows={[]} rowKey={String} empty={empty} />
      </div>
    </Section>
  );
}
