import { contentKinds, requirementTypeLabels, typeOfKind } from "@touchline/contract";
import { PageHeader, TextLink } from "@touchline/ui";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { KindList } from "./KindList.tsx";
import classes from "./Library.module.css";
import { mayCopy } from "./may-copy.ts";

/** Chooses what is added: one of the kinds, each with what it does, or a copy from the platform's library. */
export function NewPage() {
  useTitle("Add to the library");
  const { levelRoles } = useActiveProfile();
  return (
    <>
      <PageHeader title="Add to the library" path={[{ label: "Library", href: "/library" }]}>
        What do you want to ask for?
      </PageHeader>
      {mayCopy(levelRoles) && (
        <p className={classes.offer}>
          <TextLink href="/library/platform">Start from a template</TextLink> to save time.
        </p>
      )}
      <KindList
        kinds={contentKinds.map((kind) => ({
          kind,
          label: requirementTypeLabels[typeOfKind[kind]],
          href: `/library/new/${kind}`,
        }))}
      />
    </>
  );
}
