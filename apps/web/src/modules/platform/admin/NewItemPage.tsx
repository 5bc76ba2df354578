import { contentKinds, requirementTypeLabels, typeOfKind } from "@touchline/contract";
import { PageHeader } from "@touchline/ui";
import { useTitle } from "../../../useTitle.ts";
import { KindList } from "../../library/library/KindList.tsx";
import { words } from "./words.ts";

/** Chooses of which kind an item of the platform's library is. */
export function NewItemPage() {
  useTitle(words.addItemTitle);
  return (
    <>
      <PageHeader
        title={words.addItemTitle}
        path={[
          { label: "Administration", href: "/admin" },
          { label: words.libraryTitle, href: "/admin/library" },
        ]}
      >
        {words.newItemQuestion}
      </PageHeader>
      <KindList
        kinds={contentKinds.map((kind) => ({
          kind,
          label: requirementTypeLabels[typeOfKind[kind]],
          href: `/admin/library/new/${kind}`,
        }))}
      />
    </>
  );
}
