import { Checkbox, LoadingState, Tabs, Textarea, TextInput } from "@touchline/ui";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import type { KindFieldsProps } from "./fields.ts";
import classes from "./Kinds.module.css";

/** Its parser of Markdown comes when a preview is opened. */
const Markdown = lazy(() => import("../../../../markdown/Markdown.tsx").then((file) => ({ default: file.Markdown })));

const tabs = [
  { key: "write", label: "Write" },
  { key: "preview", label: "Preview" },
] as const;

/** What is signed, the sentence beside the box, and whether it is asked for again at 18. */
export function WaiverFields({ settings, change, errors }: KindFieldsProps<"waiver">) {
  const [tab, setTab] = useState<"write" | "preview">("write");
  const text = useDeferredValue(settings.text);
  // An error is at the field, which must then be there.
  const current = errors.text ? "write" : tab;
  return (
    <>
      <Tabs label="Text of the waiver" tabs={tabs} current={current} onChange={setTab}>
        {current === "write" ? (
          <Textarea
            label="Text"
            description="Plain text, or Markdown: # for headings, - for lists, ** around what matters."
            rows={14}
            maxLength={100_000}
            value={settings.text}
            onChange={(event) => change({ text: event.target.value })}
            error={errors.text}
          />
        ) : (
          <section className={classes.paper} aria-label="As members read it">
            {text.trim() === "" ? (
              <p className={classes.quiet}>Nothing to read yet.</p>
            ) : (
              <Suspense fallback={<LoadingState label="Loading the preview" />}>
                <Markdown text={text} />
              </Suspense>
            )}
          </section>
        )}
      </Tabs>
      <TextInput
        label="Sentence beside the box"
        description="What whoever signs agrees to, in their own voice."
        maxLength={1000}
        value={settings.consent}
        onChange={(event) => change({ consent: event.target.value })}
        error={errors.consent}
      />
      <Checkbox
        label="Ask again at 18"
        description="What a guardian signed ends on the 18th birthday; from then the person signs alone."
        checked={settings.signAgainAtEighteen}
        onChange={(event) => change({ signAgainAtEighteen: event.target.checked })}
      />
    </>
  );
}
