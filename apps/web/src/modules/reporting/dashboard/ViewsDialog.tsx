import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MemberColumn } from "@touchline/contract/reporting/members";
import { Button, Checkbox, Dialog, Notice, TextInput } from "@touchline/ui";
import { type FormEvent, useId, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { changeView, createView, keepList, type MemberView, removeView, viewsQuery } from "./queries.ts";
import type { MemberChoice } from "./search.ts";
import { filterOf } from "./useSelection.ts";
import classes from "./ViewsDialog.module.css";
import { words } from "./words.ts";

interface ViewsDialogProps {
  choice: MemberChoice;
  columns: readonly MemberColumn[];
  onClose: () => void;
}

/** Saves what the list shows under a name, and looks after the views there are. */
export function ViewsDialog({ choice, columns, onClose }: ViewsDialogProps) {
  const { roles } = useActiveProfile();
  const { data } = useQuery(viewsQuery);
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  /** The checkbox's new value while it is being saved; undefined otherwise. */
  const [ticked, setTicked] = useState<string | null>();
  const formId = useId();
  const doing = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  });
  const saved = { ...filterOf(choice), columns: [...columns] };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || doing.isPending) return;
    doing.mutate(async () => {
      await createView({ name, choice: saved, shared });
      setName("");
    });
  };
  // The permission table says the same (organization.edit).
  const mayShare = roles.includes("Admin") || roles.includes("AnkoredAdmin");
  const views = data?.views ?? [];
  const first = ticked === undefined ? data?.defaultViewId : ticked;
  const setDefault = (defaultViewId: string | null) => {
    setTicked(defaultViewId);
    const settled = { onSettled: () => setTicked(undefined) };
    doing.mutate(() => keepList({ defaultViewId, columns: data?.columns ?? null }), settled);
  };
  return (
    <Dialog opened onClose={onClose} title={words.views} footer={<Button label={words.close} onClick={onClose} />}>
      {doing.error && <Notice tone="stop">{messageOf(doing.error)}</Notice>}
      <form id={formId} className={classes.form} noValidate onSubmit={save}>
        <TextInput
          label={words.viewName}
          data-autofocus
          maxLength={80}
          placeholder={words.viewNameExample}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {mayShare && (
          <Checkbox label={words.shareView} checked={shared} onChange={(event) => setShared(event.target.checked)} />
        )}
        <div>
          <Button
            type="submit"
            label={words.saveView}
            loading={doing.isPending}
            disabledReason={name.trim() === "" ? words.viewNameMissing : undefined}
          />
        </div>
      </form>
      {views.length > 0 && (
        <ul className={classes.views} aria-label={words.savedViews}>
          {views.map((view) => (
            <li key={view.viewId}>
              <span className={classes.name}>
                {view.name}
                {view.shared && <span className={classes.quiet}>{words.sharedWithEveryone}</span>}
              </span>
              <Checkbox
                label={words.defaultView}
                aria-label={words.openByDefault({ name: view.name })}
                checked={first === view.viewId}
                onChange={(event) => setDefault(event.target.checked ? view.viewId : null)}
              />
              {view.editable && (
                <span className={classes.acts}>
                  <Button
                    small
                    variant="quaternary"
                    label={words.update}
                    aria-label={words.updateView({ name: view.name })}
                    onClick={() => doing.mutate(() => changeView(view.viewId, { ...nameOf(view), choice: saved }))}
                  />
                  <Button
                    small
                    variant="quaternary"
                    label={words.delete}
                    aria-label={words.deleteView({ name: view.name })}
                    onClick={() => doing.mutate(() => removeView(view.viewId))}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const nameOf = ({ name, shared }: MemberView) => ({ name, shared });
