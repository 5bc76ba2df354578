import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type ExportFormat,
  exportDays,
  type MemberAct,
  type MemberColumn,
} from "@touchline/contract/reporting/members";
import { undoDays } from "@touchline/contract/tasks/tasks";
import { Button, Choices, Dialog, Notice, Select } from "@touchline/ui";
import { type FormEvent, useId, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import { type ListedLevel, mayDo } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { taskBegan } from "../../tasks/tasks/queries.ts";
import { TaskProgress } from "../../tasks/tasks/TaskProgress.tsx";
import classes from "./BulkActs.module.css";
import type { Begun, BulkKind } from "./BulkActs.tsx";
import { type Decree, DecreeFields } from "./DecreeFields.tsx";
import { MessageFields, type MessageWords } from "./MessageFields.tsx";
import { startForMembers } from "./queries.ts";
import { words } from "./words.ts";

interface BulkDialogProps extends Begun {
  levelId: string;
  levels: readonly ListedLevel[];
  labels: readonly { labelId: string; name: string; role: string }[];
  /** Those that the list shows. */
  columns: readonly string[];
  /** The requirements at the level. */
  contents: readonly { contentId: string; name: string }[];
  /** @param begun whether it was begun before that. */
  onClose: (begun: boolean) => void;
}

const texts: Record<BulkKind, { title: (of: { count: number }) => string; verb: string; about: string }> = {
  "members.resendActivation": {
    title: words.resendTitle,
    verb: words.resendActivation,
    about: words.resendHint,
  },
  "members.remind": {
    title: words.remindTitle,
    verb: words.sendReminders,
    about: words.remindHint,
  },
  "members.message": {
    title: words.messageTitle,
    verb: words.sendMessage,
    about: words.messageHint,
  },
  "members.changeLabel": {
    title: words.changeRoleTitle,
    verb: words.changeRole,
    about: words.changeRoleHint({ days: undoDays }),
  },
  "members.move": {
    title: words.moveTitle,
    verb: words.move,
    about: words.moveHint({ days: undoDays }),
  },
  "members.remove": {
    title: words.removeTitle,
    verb: words.remove,
    about: words.removeHint({ days: undoDays }),
  },
  "members.extend": {
    title: words.extendTitle,
    verb: words.extend,
    about: words.extendHint({ days: undoDays }),
  },
  "members.export": {
    title: words.exportTitle,
    verb: words.export,
    about: words.exportHint({ days: exportDays }),
  },
};

/** Asks what is needed for something that is done to many, begins it, and shows how far it is. */
export function BulkDialog(props: BulkDialogProps) {
  const { kind, count, selection, levelId, columns, onClose } = props;
  const [labelId, setLabelId] = useState<string | null>(null);
  const [toLevelId, setToLevelId] = useState<string | null>(null);
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const [message, setMessage] = useState<MessageWords>({ subject: "", text: "" });
  const [decree, setDecree] = useState<Decree>({ contentId: null, validUntil: "", reason: "" });
  const client = useQueryClient();
  const formId = useId();
  const starting = useMutation({
    mutationFn: (act: MemberAct) => startForMembers(levelId, selection, act),
    onSuccess: () => taskBegan(client),
  });
  const { title, verb, about } = texts[kind];
  const close = () => onClose(starting.data !== undefined);
  if (starting.data) {
    return (
      <Dialog opened onClose={close} title={verb} footer={<Button label={words.close} onClick={close} />}>
        <TaskProgress taskId={starting.data.taskId} />
      </Dialog>
    );
  }
  const wanted = actOf(kind, { labelId, levelId: toLevelId, format, columns, message, decree });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typeof wanted !== "string" && !starting.isPending) starting.mutate(wanted);
  };
  return (
    <Dialog
      opened
      onClose={close}
      closeOnBackdrop={message.text === "" && decree.reason === ""}
      title={title({ count })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={close} />
          <Button
            type="submit"
            form={formId}
            danger={kind === "members.remove"}
            label={verb}
            loading={starting.isPending}
            disabledReason={typeof wanted === "string" ? wanted : undefined}
          />
        </>
      }
    >
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        {starting.error && (
          <Notice tone="stop" title={words.notStarted}>
            {messageOf(starting.error)}
          </Notice>
        )}
        <p>{about}</p>
        {kind === "members.changeLabel" && <LabelField {...props} value={labelId} onChange={setLabelId} />}
        {kind === "members.move" && <LevelField {...props} value={toLevelId} onChange={setToLevelId} />}
        {kind === "members.export" && (
          <Choices
            first
            label={words.file}
            choices={[
              { value: "xlsx", label: words.excelFile, note: words.excelHint },
              { value: "csv", label: words.csvFile, note: words.csvHint },
            ]}
            value={format}
            onChange={setFormat}
          />
        )}
        {kind === "members.extend" && <DecreeFields {...props} value={decree} onChange={setDecree} />}
        {kind === "members.message" && <MessageFields levelId={levelId} value={message} onChange={setMessage} />}
        <p className={classes.quiet}>{words.skippedNote}</p>
      </form>
    </Dialog>
  );
}

interface Given {
  labelId: string | null;
  levelId: string | null;
  format: ExportFormat;
  columns: readonly string[];
  message: MessageWords;
  decree: Decree;
}

/** Builds the action, or returns a sentence that says what is missing. */
function actOf(kind: BulkKind, { labelId, levelId, format, columns, message, decree }: Given): MemberAct | string {
  switch (kind) {
    case "members.changeLabel":
      return labelId === null ? words.roleMissing : { kind, labelId };
    case "members.move":
      return levelId === null ? words.levelMissing : { kind, levelId };
    case "members.export":
      return { kind, format, columns: [...columns] as MemberColumn[] };
    case "members.message":
      if (message.subject.trim() === "") return words.subjectMissing;
      return message.text.trim() === "" ? words.messageMissing : { kind, ...message };
    case "members.extend": {
      const { contentId, validUntil, reason } = decree;
      if (contentId === null) return words.requirementMissing;
      if (validUntil === "") return words.lastDayMissing;
      return reason.trim() === "" ? words.reasonMissing : { kind, contentId, validUntil, reason };
    }
    default:
      return { kind };
  }
}

interface FieldProps extends BulkDialogProps {
  value: string | null;
  onChange: (value: string) => void;
}

function LabelField({ labels, levels, levelId, value, onChange }: FieldProps) {
  const { levelRoles } = useActiveProfile();
  const mine = labels.filter(({ role }) =>
    mayDo(levelRoles, levels, "memberships.change", levelId, { roles: [role as never] }),
  );
  return (
    <Select
      label={words.newRole}
      placeholder={words.chooseRole}
      data-autofocus
      searchable={mine.length > 10}
      allowDeselect={false}
      data={mine.map((label) => ({ value: label.labelId, label: label.name }))}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

function LevelField({ levels, value, onChange }: FieldProps) {
  const { levelRoles } = useActiveProfile();
  const mine = levels.filter((level) =>
    mayDo(levelRoles, levels, "memberships.change", level.levelId, { roles: ["Individual"] }),
  );
  return (
    <LevelSelect
      label={words.newLevel}
      placeholder={words.chooseLevel}
      levels={mine}
      value={value}
      onChange={onChange}
    />
  );
}
