import {
  Chips,
  Choices,
  FilterButton,
  FilterMenu,
  IconArrowsSort,
  IconCircleCheck,
  IconRefresh,
  IconTrash,
  IconUsers,
  Menu,
  SchemeMenu,
  SearchField,
  Tabs,
} from "@touchline/ui";
import { useState } from "react";
import classes from "./GalleryPage.module.css";
import { Section } from "./Section.tsx";

type Label = "coach" | "assistant" | "manager" | "referee" | "board";
const labels: readonly { value: Label; label: string }[] = [
  { value: "coach", label: "Head coach" },
  { value: "assistant", label: "Assistant coach" },
  { value: "manager", label: "Team manager" },
  { value: "referee", label: "Referee" },
  { value: "board", label: "Member of the board of the state association" },
];
const clubs = Array.from({ length: 16 }, (_, index) => ({
  value: `club-${index}`,
  label: `${["Lakeside", "Harbor", "Cedar Valley", "Sound"][index % 4]} ${["FC", "United", "SC", "Youth"][index >> 2]}`,
}));

type Decision = "approve" | "reset" | "disqualify";
const decisions = [
  {
    value: "approve",
    label: "Approve",
    note: "The member is done for a year.",
    icon: <IconCircleCheck aria-hidden />,
    keyHint: "A",
  },
  {
    value: "reset",
    label: "Ask again",
    note: "The member is told why.",
    icon: <IconRefresh aria-hidden />,
    keyHint: "R",
  },
  {
    value: "disqualify",
    label: "Disqualify",
    icon: <IconTrash aria-hidden />,
    danger: true,
    refusal: "This person has memberships beyond your levels, so an Admin decides.",
  },
] as const;

export function Choosing() {
  const [chips, setChips] = useState<readonly Label[]>(["coach", "referee"]);
  const [decision, setDecision] = useState<Decision | null>(null);
  const [compact, setCompact] = useState<Decision | null>("approve");
  const [some, setSome] = useState<readonly Label[]>([]);
  const [many, setMany] = useState<readonly string[]>(["club-3", "club-5"]);
  const [search, setSearch] = useState("");
  const [tab, setTab] = useState<"awaiting" | "reviewed" | "all">("awaiting");
  return (
    <Section title="Choosing">
      <div className={classes.columns}>
        <Chips label="Roles" description="Who owes this" options={labels} selected={chips} onChange={setChips} />
        <Chips
          label="Roles, none chosen"
          options={labels.slice(0, 3)}
          selected={[]}
          onChange={() => undefined}
          error="Choose at least one role."
        />
        <Choices label="Decision" choices={decisions} value={decision} onChange={setDecision} />
        <Choices label="Decision, compact" choices={decisions} value={compact} onChange={setCompact} compact />
        <Choices
          label="Decision, missing"
          choices={decisions.slice(0, 2)}
          value={null}
          onChange={() => undefined}
          error="Choose what becomes of it."
        />
      </div>
      <div className={classes.row}>
        <SearchField label="Search members" placeholder="Name or email" value={search} onSearch={setSearch} />
        <FilterMenu label="Role" options={labels} selected={some} onChange={setSome} />
        <FilterMenu label="Club" options={clubs} selected={many} onChange={setMany} />
        <FilterButton label="Oldest first" icon={<IconArrowsSort aria-hidden="true" size={16} />} />
        <SchemeMenu />
        <Menu
          label="More"
          groups={[
            {
              title: "Profiles",
              items: [
                { key: "rosa", label: "Rosa Delgado", note: "Director, Cascadia", checked: true },
                { key: "mateo", label: "Mateo Delgado", note: "Your child, Cascadia", checked: false },
              ],
            },
            {
              items: [
                { key: "link", label: "A link", href: "/ui", icon: <IconUsers aria-hidden /> },
                { key: "remove", label: "Remove", icon: <IconTrash aria-hidden />, danger: true },
              ],
            },
          ]}
        >
          More
        </Menu>
      </div>
      <Tabs
        label="Reviews"
        tabs={[
          { key: "awaiting", label: "Awaiting Review", count: 1204 },
          { key: "reviewed", label: "Recently Reviewed" },
          { key: "all", label: "All", count: 0 },
        ]}
        current={tab}
        onChange={setTab}
      >
        <p>What the tab “{tab}” shows.</p>
      </Tabs>
    </Section>
  );
}
