import { useSearch } from "@tanstack/react-router";
import {
  accentShades,
  Button,
  contrastRatio,
  defaultAccent,
  ErrorScreen,
  PageHeader,
  UnexpectedErrorScreen,
} from "@touchline/ui";
import { AppShell } from "../shell/AppShell.tsx";
import { setAccent } from "../shell/accent.ts";
import { Actions } from "./Actions.tsx";
import { Choosing } from "./Choosing.tsx";
import { Forms } from "./Forms.tsx";
import classes from "./GalleryPage.module.css";
import { Lists } from "./Lists.tsx";
import { Overviews } from "./Overviews.tsx";
import { Reading } from "./Reading.tsx";
import { Section } from "./Section.tsx";
import { States } from "./States.tsx";
import { accents, shellData } from "./samples.ts";
import { Trees } from "./Trees.tsx";

const nothing = () => undefined;

/** Every component in every state. `?frame=320` shows the page in a frame as wide as a small phone. */
export function GalleryPage() {
  const { frame } = useSearch({ strict: false }) as { frame?: unknown };
  const narrow = String(frame) === "320";
  return (
    <AppShell
      data={shellData}
      actions={{ onSwitchProfile: nothing, levelHref: (id) => `/ui?level=${id}`, onLevelIntent: nothing }}
    >
      <PageHeader
        title="Components"
        path={[{ label: "Cascadia", href: "/ui?level=state" }]}
        actions={
          <Button
            variant="secondary"
            label={narrow ? "Whole width" : "320 pixels wide"}
            href={narrow ? "/ui" : "/ui?frame=320"}
          />
        }
      >
        All of them, in every state. Light and dark are chosen in the header, the organization's color here.
      </PageHeader>
      {narrow ? (
        <iframe className={classes.frame} title="The same page, 320 pixels wide" src="/ui" />
      ) : (
        <div className={classes.page}>
          <Accents />
          <Actions />
          <States />
          <Choosing />
          <Lists />
          <Trees />
          <Forms />
          <Reading />
          <Overviews />
          <Section title="Error screen, form A">
            <ErrorScreen
              title="We could not load this requirement"
              message="The server did not answer in time."
              statusCode={503}
              supportEmail="support@example.org"
              onRetry={nothing}
              details={{
                message: "Error: Service Unavailable",
                stack: "at load (requirement.ts:12:3)",
                componentStack: "in Page",
              }}
            />
          </Section>
          <Section title="Error screen, form B">
            <UnexpectedErrorScreen onRetry={nothing} />
          </Section>
        </div>
      )}
    </AppShell>
  );
}

/** Shows how an organization's color is adjusted for text in it or on it. */
function Accents() {
  return (
    <Section title="Colors of organizations">
      <div className={classes.row}>
        {[defaultAccent, ...accents].map((accent) => (
          <Button key={accent} variant="secondary" onClick={() => setAccent(accent)}>
            {accent}, {contrastRatio(accentShades(accent)[6] ?? accent, "#ffffff").toFixed(1)} : 1 on white
          </Button>
        ))}
      </div>
    </Section>
  );
}
