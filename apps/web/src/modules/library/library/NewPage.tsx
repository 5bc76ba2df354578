import { contentKinds, requirementTypeLabels, typeOfKind } from "@touchline/contract";
import { PageHeader, TextLink } from "@touchline/ui";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { KindList } from "./KindList.tsx";
import classes from "./Library.module.css";
import { mayCopy } from "./may-copy.ts";
import { words } from "./words.ts";

/** Chooses what is added: one of the kinds, each with what it does, or a copy from the platform's library. */
export function NewPage() {
  useTitle(words.addToTheLibrary);
  const { levelRoles } = useActiveProfile();
  return (
    <>
      <PageHeader title={words.addToTheLibrary} path={[{ label: "Library", href: "/library" }]}>
        {words.whatDoYouWantTo}
      </PageHeader>
      {mayCopy(levelRoles) && (
        <p className={classes.offer}>
          <TextLink href="/library/platform">{words.startFromATemplate}</TextLink> {words.toSaveTime}
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
