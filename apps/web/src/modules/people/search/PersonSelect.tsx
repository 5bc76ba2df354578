import { useQueries } from "@tanstack/react-query";
import { Select } from "@touchline/ui";
import { useDeferredValue, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { peopleNamed } from "./queries.ts";
import { words } from "./words.ts";

/** More levels than anybody looks after that lie apart from one another; each is a call. */
const mostLevels = 6;

interface PersonSelectProps {
  label: string;
  value: string;
  /** The name of the chosen person; null until it is known. */
  name: string | null;
  /** The placeholder while no one is chosen. */
  placeholder?: string;
  onChange: (profileId: string | undefined, name: string | null) => void;
  /** Below which levels they are looked for; the organization's own, for an Admin, unless given. */
  levelIds?: readonly string[] | undefined;
}

/** Chooses a person of the organization by the beginning of a name. */
export function PersonSelect({
  label,
  value,
  name,
  placeholder = words.anyone,
  levelIds,
  onChange,
}: PersonSelectProps) {
  const { levelRoles, hierarchyLevelId } = useActiveProfile();
  const from = levelIds ?? [levelRoles.find((one) => one.role === "Admin")?.levelId ?? hierarchyLevelId];
  const [search, setSearch] = useState("");
  const typed = useDeferredValue(search);
  const answers = useQueries({ queries: from.slice(0, mostLevels).map((one) => peopleNamed(one, typed)) });
  const found = answers.flatMap(({ data }) => data?.data ?? []);
  const failed = answers.find(({ error }) => error !== null)?.error;
  const people = new Map(
    (typed.trim().length > 1 ? found : []).map((one) => [
      one.profileId,
      words.personAt({ name: one.fullName, role: one.labelName, level: one.levelName }),
    ]),
  );
  if (value) people.set(value, name ?? words.chosenPerson);
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      data={[...people].map(([id, text]) => ({ value: id, label: text }))}
      filter={({ options }) => options}
      nothingFoundMessage={failed ? messageOf(failed) : typed.trim().length > 1 ? words.noOneFound : words.typeMore}
      searchValue={search}
      onSearchChange={setSearch}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? undefined, people.get(chosen ?? "") ?? null)}
    />
  );
}
