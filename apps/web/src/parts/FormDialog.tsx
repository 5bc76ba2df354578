import { Button, Dialog, Notice } from "@touchline/ui";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { messageOf } from "../ErrorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, refusedFields } from "../form-errors.ts";
import classes from "./FormDialog.module.css";
import { words } from "./words.ts";

interface FormDialogProps<Draft> {
  title: string;
  /** The label of the button that sends it. */
  label: string;
  /** What is said above the reason where the server refuses the whole of it: "Not added". */
  refused: string;
  /** Why it cannot be sent, where it cannot. */
  disabledReason?: string | undefined;
  danger?: boolean;
  wide?: boolean;
  /** All that was typed and chosen. What is wrong is shown until it changes; a stray click closes only what nobody touched. */
  draft: Draft;
  /** What is wrong before anything is sent; null when nothing. */
  problems: (draft: Draft) => FieldErrors | null;
  /** The call, and how it went. */
  sending: { isPending: boolean; error: Error | null };
  onSend: (draft: Draft) => void;
  onClose: () => void;
  /** The fields, told what is wrong with each. */
  children: (errors: FieldErrors) => ReactNode;
}

/**
 * A form in a dialog with one request. Errors of fields are shown next to them, with the first one in focus, and any other
 * error above.
 */
export function FormDialog<Draft>(props: FormDialogProps<Draft>) {
  const { title, label, refused, danger = false, wide = false, disabledReason } = props;
  const { draft, problems, sending, onSend, onClose } = props;
  const now = JSON.stringify(draft);
  const [before] = useState(now);
  const [tried, setTried] = useState({ draft: "", found: noErrors });
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const { isPending, error } = sending;
  const ofFields = error && refusedFields(error);
  useEffect(() => {
    if (error) focusFirstError(form.current);
  }, [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const found = problems(draft);
    setTried({ draft: now, found: found ?? noErrors });
    if (found) focusFirstError(form.current);
    else onSend(draft);
  };
  const isFound = Object.keys(tried.found).length > 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={now === before}
      wide={wide}
      title={title}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            type="submit"
            form={id}
            danger={danger}
            label={label}
            loading={isPending}
            disabledReason={disabledReason}
          />
        </>
      }
    >
      <form id={id} ref={form} className={classes.form} onSubmit={submit} noValidate>
        {error && !ofFields && (
          <Notice tone="stop" title={refused}>
            {messageOf(error)}
          </Notice>
        )}
        {props.children(tried.draft !== now ? noErrors : isFound ? tried.found : (ofFields ?? noErrors))}
      </form>
    </Dialog>
  );
}
