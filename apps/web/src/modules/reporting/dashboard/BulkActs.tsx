import type { MemberAct, MemberSelection } from "@touchline/contract/reporting/members";
import { Button, IconChevronDown, Menu, type MenuItem } from "@touchline/ui";
import { type ListedLevel, mayDo } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./BulkActs.module.css";
import { words } from "./words.ts";

export type BulkKind = MemberAct["kind"];

/** An action on the memberships that were selected when it was chosen. */
export interface Begun {
  kind: BulkKind;
  count: number;
  selection: MemberSelection;
}

interface BulkActsProps {
  levelId: string;
  levels: readonly ListedLevel[];
  chosen: Omit<Begun, "kind">;
  onBegin: (begun: Begun) => void;
}

/** The actions on the selected memberships, as far as the reader may. */
export function BulkActs({ levelId, levels, chosen, onBegin }: BulkActsProps) {
  const { levelRoles } = useActiveProfile();
  const may = (action: "members.add" | "memberships.change") =>
    mayDo(levelRoles, levels, action, levelId, { roles: ["Individual"] });
  const begin = (kind: BulkKind) => () => onBegin({ kind, ...chosen });
  const reviews = mayDo(levelRoles, levels, "requirements.review", levelId, { requirementType: 0 });
  const more: MenuItem[] = [
    ...(reviews ? [{ key: "extend", label: words.extendRequirement, onSelect: begin("members.extend") }] : []),
    ...(may("members.add")
      ? [{ key: "resend", label: words.resendActivation, onSelect: begin("members.resendActivation") }]
      : []),
    ...(may("memberships.change")
      ? [
          { key: "label", label: words.changeRole, onSelect: begin("members.changeLabel") },
          { key: "move", label: words.moveLevel, onSelect: begin("members.move") },
          { key: "remove", label: words.remove, danger: true, onSelect: begin("members.remove") },
        ]
      : []),
  ];
  return (
    <>
      {may("members.add") && (
        <>
          <Button small variant="secondary" label={words.remind} onClick={begin("members.remind")} />
          <Button small variant="secondary" label={words.message} onClick={begin("members.message")} />
        </>
      )}
      <Button small variant="secondary" label={words.export} onClick={begin("members.export")} />
      {more.length > 0 && (
        <Menu above label={words.moreActions} namedByText groups={[{ items: more }]}>
          <span className={classes.more}>
            {words.moreActions}
            <IconChevronDown aria-hidden="true" size={16} />
          </span>
        </Menu>
      )}
    </>
  );
}
