import { ErrorScreen, PageHeader, UnexpectedErrorScreen } from "@touchline/ui";
import { AppShell } from "../shell/AppShell.tsx";
import { Actions } from "./Actions.tsx";
import { Forms } from "./Forms.tsx";
import classes from "./GalleryPage.module.css";
import { Lists } from "./Lists.tsx";
import { Overviews } from "./Overviews.tsx";
import { Section } from "./Section.tsx";
import { States } from "./States.tsx";
import { shellData } from "./samples.ts";

const nothing = () => undefined;

/** Every component in every state. */
export function GalleryPage() {
  return (
    <AppShell
      data={shellData}
      actions={{ onSwitchProfile: nothing, levelHref: (id) => `/ui?level=${id}`, onLevelIntent: nothing }}
    >
      <PageHeader title="Components" path={[{ label: "Cascadia", href: "/ui?level=state" }]}>
        All of them, in every state. Look at this page light and dark, wide and at 320 pixels.
      </PageHeader>
      <div className={classes.page}>
        <Actions />
        <States />
        <Lists />
        <Forms />
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
        <Overviews />
      </div>
    </AppShell>
  );
}
