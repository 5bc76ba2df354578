import { Button, IconTrash } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import type { Requirement } from "../requirements/queries.ts";
import page from "../requirements/RequirementPage.module.css";
import type { IdentityPage } from "./queries.ts";
import { words } from "./words.ts";

const EraseDialog = lazy(() => import("./EraseDialog.tsx").then((file) => ({ default: file.EraseDialog })));

interface ErasePartProps {
  requirement: Requirement;
  /** `release`: undefined where the page doesn't know whether one is signed. */
  page: Pick<IdentityPage, "erasable"> & { release: IdentityPage["release"] | undefined };
  onErased?: () => void;
}

/** Deleting the photos, or withdrawing the release where there are none. Nothing where there is neither. */
export function ErasePart({ requirement, page: { erasable, release }, onErased }: ErasePartProps) {
  const [requested, setRequested] = useState<boolean | null>(null);
  const isSigned = release != null && release.signedAt !== null;
  return (
    <>
      {(erasable || isSigned) && (
        <div className={page.buttons}>
          <Button
            danger
            variant="secondary"
            label={erasable ? words.erase : words.withdraw}
            leftIcon={<IconTrash aria-hidden />}
            onClick={() => setRequested(true)}
          />
        </div>
      )}
      {requested !== null && (
        <Suspense>
          <EraseDialog
            requirement={requirement}
            hasPhotos={erasable}
            hasRelease={release === undefined ? null : isSigned}
            opened={requested}
            onErased={onErased}
            onClose={() => setRequested(false)}
          />
        </Suspense>
      )}
    </>
  );
}
