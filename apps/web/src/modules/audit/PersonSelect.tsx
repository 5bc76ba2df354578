import { useQuery } from "@tanstack/react-query";
import { Select } from "@touchline/ui";
import { useDeferredValue, useState } from "react";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { peopleNamed } from "./queries.ts";

interface PersonSelectProps {
  label: string;
  value: string;
  /** What whoever is chosen is called; null until it is known. */
  name: string | null;
  /** What stands there while nobody is chosen. */
  placeholder?: string;
  onChange: (profileId: string | undefined, name: string | null) => void;
}

/** Chooses somebody of the organization by the beginning of a name. */
export function PersonSelect({ label, value, name, placeholder = "Anybody", onChange }: PersonSelectProps) {
  const { levelRoles, hierarchyLevelId } = useActiveProfile();
  const from = levelRoles.find((one) => one.role === "Admin")?.levelId ?? hierarchyLevelId;
  const [search, setSearch] = useState("");
  const typed = useDeferredValue(search);
  const found = useQuery(peopleNamed(from, typed));
  const people = new Map(
    (typed.trim().length > 1 ? (found.data?.data ?? []) : []).map((one) => [
      one.profileId,
      `${one.fullName}, ${one.labelName} at ${one.levelName}`,
    ]),
  );
  if (value) people.set(value, name ?? "Chosen");
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      data={[...people].map(([id, text]) => ({ value: id, label: text }))}
      filter={({ options }) => options}
      nothingFoundMessage={typed.trim().length > 1 ? "Nobody found" : "Type at least two letters"}
      searchValue={search}
      onSearchChange={setSearch}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? undefined, people.get(chosen ?? "") ?? null)}
    />
  );
}
