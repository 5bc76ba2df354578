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
  useTitle(words.addRequirement);
  const { levelRoles } = useActiveProfile();
  return (
    <>
      <PageHeader title={words.addRequirement} path={[{ label: words.library, href: "/library" }]}>
        {words.chooseType}
      </PageHeader>
      {mayCopy(levelRoles) && (
        <p className={classes.offer}>
          <TextLink href="/library/platform">{words.startFromATemplate}</TextLink>
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
