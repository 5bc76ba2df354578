import { Tree, type TreeRow } from "@touchline/ui";
import { useState } from "react";
import { Section } from "./Section.tsx";

const top: TreeRow = {
  id: "tree-state",
  name: "Cascadia",
  parentId: null,
  level: 1,
  open: true,
  place: 1,
  siblings: 1,
};
const below = ["Evergreen Rovers", "Harbor United", "Summit Athletic"].map(
  (name, index, all): TreeRow => ({
    id: `tree-club-${index}`,
    name,
    parentId: top.id,
    level: 2,
    open: null,
    place: index + 1,
    siblings: all.length,
  }),
);

/** Open and closed, with a row that is chosen; no row is dragged. */
export function Trees() {
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState("tree-club-1");
  return (
    <Section title="Tree">
      <Tree
        label="Levels"
        rows={[{ ...top, open }, ...(open ? below : [])]}
        chosen={chosen}
        onChoose={setChosen}
        onToggle={(_, opened) => {
          setOpen(opened);
          if (!opened) setChosen(top.id);
        }}
        onKey={() => false}
        render={({ name }) => name}
        mayDrag={() => false}
        mayDrop={() => false}
        onDrop={() => undefined}
      />
    </Section>
  );
}
