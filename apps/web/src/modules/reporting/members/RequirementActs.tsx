import { type RequirementAction, RequirementStatus } from "@touchline/contract";
import { IconDots, Menu, type MenuItem } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import type { ActProps } from "./acts.ts";
import { words } from "./words.ts";

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
  { key: "markComplete", label: words.markComplete },
  { key: "editCompletedDate", label: words.correctDates },
  { key: "reinstate", label: words.reinstate },
  { key: "markIncomplete", label: words.markIncomplete, danger: true },
];

/** The further actions on a requirement, exactly those that the server accepts. */
export function RequirementActs(props: Omit<ActProps, "onClose">) {
  const [opened, setOpened] = useState<Act | null>(null);
  const Opened = opened === null ? null : dialogs[opened];
  const { requirement } = props;
  return (
    <>
      <Menu label={words.actionsFor({ name: requirement.name })} groups={[{ items: itemsFor(props, setOpened) }]}>
        <IconDots aria-hidden="true" size={20} />
      </Menu>
      <Suspense>{Opened && <Opened {...props} onClose={() => setOpened(null)} />}</Suspense>
    </>
  );
}

/** Actions that need a page of their own; dialogs do the others. */
function itemsFor({ member, requirement }: Omit<ActProps, "onClose">, open: (act: Act) => void): MenuItem[] {
  const { actions, requirementId } = requirement;
  const { profileLevelAccessId } = member.membership;
  const edit = `/editProfile?${new URLSearchParams({ profileId: member.profileId })}`;
  const pages: (MenuItem & { action: RequirementAction })[] = [
    {
      action: "review",
      key: "review",
      label: words.review,
      href: `/review/${requirementId}?${new URLSearchParams({ pla: profileLevelAccessId })}`,
    },
    { action: "setBirthDate", key: "setBirthDate", label: words.setDateOfBirth, href: edit },
    { action: "setUSSoccerId", key: "setUSSoccerId", label: words.setUsSoccerId, href: edit },
  ];
  const { decisionRefusal } = requirement;
  const files = actions.includes("view") || actions.includes("download");
  return [
    ...pages.filter(({ action }) => actions.includes(action)).map(({ action: _, ...item }) => item),
    {
      key: "submissions",
      label: files ? words.submissionsAndFiles : words.submissions,
      onSelect: () => open("submissions"),
    },
    ...items
      .filter(({ key }) => key !== "submissions" && actions.includes(key))
      .map((item) => ({ ...item, onSelect: () => open(item.key) })),
    ...(decisionRefusal === null
      ? []
      : [{ key: "refused", label: refusedAct(requirement), disabledReason: decisionRefusal }]),
  ];
}

/** The next action of another person, for people who don't take it themselves. */
function refusedAct({ status, completedAt }: ActProps["requirement"]): string {
  if (status === RequirementStatus.PendingReview) return words.review;
  return completedAt === null ? words.markComplete : words.correctCompletedDate;
}
