import { Checkbox, LoadingState, Tabs, Textarea, TextInput } from "@touchline/ui";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { words } from "../words.ts";
import type { KindFieldsProps } from "./fields.ts";
import classes from "./Kinds.module.css";

/** Loaded when the preview is opened, because it needs the Markdown parser. */
const Markdown = lazy(() => import("../../../../markdown/Markdown.tsx").then((file) => ({ default: file.Markdown })));

const tabs = [
  { key: "write", label: words.write },
  { key: "preview", label: words.preview },
] as const;

/** The text to sign, the consent statement, and whether it must be signed again at 18. */
export function WaiverFields({ settings, change, errors }: KindFieldsProps<"waiver">) {
  const [tab, setTab] = useState<"write" | "preview">("write");
  const text = useDeferredValue(settings.text);
  // An error is at the field, which must then be there.
  const current = errors.text ? "write" : tab;
  return (
    <>
      <Tabs label={words.waiverText} tabs={tabs} current={current} onChange={setTab}>
        {current === "write" ? (
          <Textarea
            label={words.text}
            description={words.textHint}
            rows={14}
            maxLength={100_000}
            value={settings.text}
            onChange={(event) => change({ text: event.target.value })}
            error={errors.text}
          />
        ) : (
          <section className={classes.paper} aria-label={words.waiverPreview}>
            {text.trim() === "" ? (
              <p className={classes.quiet}>{words.previewEmpty}</p>
            ) : (
              <Suspense fallback={<LoadingState label={words.loadingPreview} />}>
                <Markdown text={text} />
              </Suspense>
            )}
          </section>
        )}
      </Tabs>
      <TextInput
        label={words.consent}
        description={words.consentHint}
        maxLength={1000}
        value={settings.consent}
        onChange={(event) => change({ consent: event.target.value })}
        error={errors.consent}
      />
      <Checkbox
        label={words.signAgain}
        description={words.signAgainHint}
        checked={settings.signAgainAtEighteen}
        onChange={(event) => change({ signAgainAtEighteen: event.target.checked })}
      />
    </>
  );
}
