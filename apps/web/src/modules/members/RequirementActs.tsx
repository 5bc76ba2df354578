import { IconDots, Menu, type MenuItem } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import type { ActProps, Requirement } from "./acts.ts";

/** Most visits change nothing; the dialogs are fetched when they are opened. */
const dialogs = {
  markComplete: lazy(() => import("./MarkCompleteDialog.tsx").then((file) => ({ default: file.MarkCompleteDialog }))),
  markIncomplete: lazy(() => import("./WithReasonDialog.tsx").then((file) => ({ default: file.MarkIncompleteDialog }))),
  reinstate: lazy(() => import("./WithReasonDialog.tsx").then((file) => ({ default: file.ReinstateDialog }))),
  editCompletedDate: lazy(() => import("./EditDateDialog.tsx").then((file) => ({ default: file.EditDateDialog }))),
  submissions: lazy(() => import("./SubmissionsDialog.tsx").then((file) => ({ default: file.SubmissionsDialog }))),
};
type Act = keyof typeof dialogs;

const items: readonly { key: Act; label: string; danger?: boolean }[] = [
  { key: "submissions", label: "Submissions" },
  { key: "markComplete", label: "Mark complete" },
  { key: "editCompletedDate", label: "Correct the completed date" },
  { key: "reinstate", label: "Reinstate" },
  { key: "markIncomplete", label: "Mark incomplete", danger: true },
];

/** What may be done with a requirement beside the usual way: exactly what the server says it accepts. */
export function RequirementActs(props: Omit<ActProps, "onClose">) {
  const [opened, setOpened] = useState<Act | null>(null);
  const Opened = opened === null ? null : dialogs[opened];
  const { requirement } = props;
  return (
    <>
      <Menu label={`Actions: ${requirement.name}`} groups={[{ items: itemsFor(requirement, setOpened) }]}>
        <IconDots aria-hidden="true" size={20} />
      </Menu>
      <Suspense>{Opened && <Opened {...props} onClose={() => setOpened(null)} />}</Suspense>
    </>
  );
}

function itemsFor({ actions }: Requirement, open: (act: Act) => void): MenuItem[] {
  return items
    .filter(({ key }) => key === "submissions" || actions.includes(key))
    .map((item) => ({ ...item, onSelect: () => open(item.key) }));
}
