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
import { MessageFields, type Words } from "./MessageFields.tsx";
import { startForMembers } from "./queries.ts";

interface BulkDialogProps extends Begun {
  levelId: string;
  levels: readonly ListedLevel[];
  labels: readonly { labelId: string; name: string; role: string }[];
  /** Those that the list shows. */
  columns: readonly string[];
  /** What is asked for at the level. */
  contents: readonly { contentId: string; name: string }[];
  /** @param begun whether it was begun before that. */
  onClose: (begun: boolean) => void;
}

const number = new Intl.NumberFormat();
const memberships = (count: number) => (count === 1 ? "1 membership" : `${number.format(count)} memberships`);
const undoable = `You can undo it for ${undoDays} days.`;

const words: Record<BulkKind, { title: (many: string) => string; verb: string; about: string }> = {
  "members.resendActivation": {
    title: (many) => `Resend the activation to ${many}`,
    verb: "Resend activation",
    about: "Each person who has not come yet is sent a new link. Whoever has an account, or no address, is left out.",
  },
  "members.remind": {
    title: (many) => `Remind ${many}`,
    verb: "Send reminders",
    about:
      "Each person is mailed what they still have to do; of a child, the guardians. Nobody is reminded twice a day, of what is done, or before they have come.",
  },
  "members.message": {
    title: (many) => `Write to ${many}`,
    verb: "Send message",
    about: "Each person gets one mail with your words; of a child, the guardians do.",
  },
  "members.changeLabel": {
    title: (many) => `Change the role of ${many}`,
    verb: "Change role",
    about: `What is asked for follows the new role at once; work done stays. ${undoable}`,
  },
  "members.move": {
    title: (many) => `Move ${many}`,
    verb: "Move",
    about: `What is asked for follows the new level at once; work done stays. ${undoable}`,
  },
  "members.remove": {
    title: (many) => `Remove ${many}`,
    verb: "Remove",
    about: `What was asked for there goes; work done is kept with the person. ${undoable}`,
  },
  "members.extend": {
    title: (many) => `Extend a requirement of ${many}`,
    verb: "Extend",
    about: `What they have completed counts through the day you give, also where it has lapsed. Each one's history says so, with your reason. Whoever never completed it is left out. ${undoable}`,
  },
  "members.export": {
    title: (many) => `Export ${many}`,
    verb: "Export",
    about: `A file with the columns that the list shows is made for you, and kept for ${exportDays} days.`,
  },
};

/** Asks what is needed for something that is done to many, begins it, and shows how far it is. */
export function BulkDialog(props: BulkDialogProps) {
  const { kind, count, selection, levelId, columns, onClose } = props;
  const [labelId, setLabelId] = useState<string | null>(null);
  const [toLevelId, setToLevelId] = useState<string | null>(null);
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const [message, setMessage] = useState<Words>({ subject: "", text: "" });
  const [decree, setDecree] = useState<Decree>({ contentId: null, validUntil: "", reason: "" });
  const client = useQueryClient();
  const formId = useId();
  const starting = useMutation({
    mutationFn: (act: MemberAct) => startForMembers(levelId, selection, act),
    onSuccess: () => taskBegan(client),
  });
  const { title, verb, about } = words[kind];
  const close = () => onClose(starting.data !== undefined);
  if (starting.data) {
    return (
      <Dialog opened onClose={close} title={verb} footer={<Button label="Close" onClick={close} />}>
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
      title={title(memberships(count))}
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={close} />
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
          <Notice tone="stop" title="Not started">
            {messageOf(starting.error)}
          </Notice>
        )}
        <p>{about}</p>
        {kind === "members.changeLabel" && <LabelField {...props} value={labelId} onChange={setLabelId} />}
        {kind === "members.move" && <LevelField {...props} value={toLevelId} onChange={setToLevelId} />}
        {kind === "members.export" && (
          <Choices
            first
            label="File"
            choices={[
              { value: "xlsx", label: "Excel workbook", note: "For Excel, Numbers and LibreOffice." },
              { value: "csv", label: "CSV", note: "Plain text, for any other program." },
            ]}
            value={format}
            onChange={setFormat}
          />
        )}
        {kind === "members.extend" && <DecreeFields {...props} value={decree} onChange={setDecree} />}
        {kind === "members.message" && <MessageFields levelId={levelId} value={message} onChange={setMessage} />}
        <p className={classes.quiet}>Anyone you can't do this for is skipped and listed with the reason.</p>
      </form>
    </Dialog>
  );
}

interface Given {
  labelId: string | null;
  levelId: string | null;
  format: ExportFormat;
  columns: readonly string[];
  message: Words;
  decree: Decree;
}

/** What to begin, or what is missing for it, in a sentence. */
function actOf(kind: BulkKind, { labelId, levelId, format, columns, message, decree }: Given): MemberAct | string {
  switch (kind) {
    case "members.changeLabel":
      return labelId === null ? "Choose a role first." : { kind, labelId };
    case "members.move":
      return levelId === null ? "Choose a level first." : { kind, levelId };
    case "members.export":
      return { kind, format, columns: [...columns] as MemberColumn[] };
    case "members.message":
      if (message.subject.trim() === "") return "Enter a subject.";
      return message.text.trim() === "" ? "Enter a message." : { kind, ...message };
    case "members.extend": {
      const { contentId, validUntil, reason } = decree;
      if (contentId === null) return "Choose a requirement first.";
      if (validUntil === "") return "Enter the last day.";
      return reason.trim() === "" ? "Enter a reason." : { kind, contentId, validUntil, reason };
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
      label="New role"
      placeholder="Choose a role"
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
  return <LevelSelect label="New level" placeholder="Choose a level" levels={mine} value={value} onChange={onChange} />;
}
