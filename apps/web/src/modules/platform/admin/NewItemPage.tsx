import { contentKinds, requirementTypeLabels, typeOfKind } from "@touchline/contract";
import { PageHeader } from "@touchline/ui";
import { useTitle } from "../../../useTitle.ts";
import { KindList } from "../../library/library/KindList.tsx";

/** Chooses of which kind an item of the platform's library is. */
export function NewItemPage() {
  useTitle("Add an item");
  return (
    <>
      <PageHeader
        title="Add an item"
        path={[
          { label: "Administration", href: "/admin" },
          { label: "Library", href: "/admin/library" },
        ]}
      >
        What is to be prepared for every organization?
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
