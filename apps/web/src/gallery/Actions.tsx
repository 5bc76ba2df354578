import {
  Button,
  type ButtonVariant,
  Dialog,
  IconButton,
  IconRefresh,
  IconTrash,
  IconUpload,
  Select,
  TextInput,
  useNotify,
} from "@touchline/ui";
import { useState } from "react";
import classes from "./GalleryPage.module.css";
import { Section } from "./Section.tsx";

const variants: ButtonVariant[] = ["primary", "secondary", "tertiary", "quaternary", "transparent"];

export function Actions() {
  const [opened, setOpened] = useState<"ordinary" | "blocking" | null>(null);
  const notify = useNotify();
  const close = () => setOpened(null);
  return (
    <Section title="Buttons, dialogs, notices">
      <div className={classes.row}>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} label={variant} />
        ))}
      </div>
      <div className={classes.row}>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} danger small label={variant} leftIcon={<IconTrash aria-hidden />} />
        ))}
      </div>
      <div className={classes.row}>
        <Button />
        <Button disabled label="Disabled" />
        <Button disabledReason="Sign the waiver first" label="Disabled with a reason" />
        <Button loading label="Saving" />
        <Button href="/ui" variant="secondary" label="A link" />
        <IconButton label="Refresh" icon={<IconRefresh aria-hidden />} />
      </div>
      <div className={classes.row}>
        <Button variant="secondary" label="Open dialog" onClick={() => setOpened("ordinary")} />
        <Button variant="secondary" label="Open blocking dialog" onClick={() => setOpened("blocking")} />
        <Button variant="secondary" label="Say done" onClick={() => notify("done", "Waiver signed.")} />
        <Button
          variant="secondary"
          label="Say failed"
          onClick={() => notify("stop", "The upload stopped at 40 %. Check your connection and try again.")}
        />
      </div>
      <Dialog
        opened={opened === "ordinary"}
        onClose={close}
        title="Reject 12 submissions?"
        footer={
          <>
            <Button variant="secondary" label="Keep them" onClick={close} />
            <Button danger label="Reject 12" leftIcon={<IconUpload aria-hidden />} onClick={close} />
          </>
        }
      >
        <p>Twelve people will be asked to submit their certificate again. They are told why by email.</p>
        <Select label="Reason" placeholder="Choose a reason" data={["Cannot be read", "Wrong document", "Expired"]} />
        <TextInput label="Note" description="Seen by the twelve" />
      </Dialog>
      <Dialog
        opened={opened === "blocking"}
        onClose={close}
        title="Updated Policies"
        blocking
        footer={<Button label="Acknowledge Updated Policies" onClick={close} />}
      >
        <p>Nothing but the button closes this dialog.</p>
      </Dialog>
    </Section>
  );
}
