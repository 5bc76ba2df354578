import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  addOrganizationFile,
  type OrganizationSettings,
  removeOrganizationFile,
} from "@touchline/contract/organization-settings";
import { Button, IconCamera, LoadingState, Panel, useNotify } from "@touchline/ui";
import { type ChangeEvent, lazy, Suspense, useRef, useState } from "react";
import { call } from "../../client.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { settingsQuery } from "./queries.ts";
import classes from "./Settings.module.css";
import { showEverywhere } from "./usePart.ts";

const CropDialog = lazy(() => import("../profile/CropDialog.tsx").then((file) => ({ default: file.CropDialog })));

const unreadable = "This file could not be read as a picture. Choose a JPEG, PNG or WebP.";

/** The bytes of a picture that was cut in the browser. */
function fileOf(photoData: string): File {
  const bytes = Uint8Array.from(atob(photoData), (character) => character.charCodeAt(0));
  return new File([bytes], "logo.jpeg", { type: "image/jpeg" });
}

/** The logo: chosen, cut to a square, and sent small. */
export function LogoPart({ settings }: { settings: OrganizationSettings }) {
  const { organizationId } = useActiveProfile();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const about = { params: { id: organizationId }, query: { purpose: "Logo" } } as const;
  const saving = useMutation({
    mutationFn: async (photoData: string | null): Promise<void> => {
      if (photoData === null) await call(removeOrganizationFile, about);
      else await call(addOrganizationFile, { ...about, body: {}, files: [fileOf(photoData)] });
    },
    onSuccess: async (_, photoData) => {
      close();
      notify("done", photoData === null ? "The logo was removed." : "The logo was saved.");
      await queryClient.invalidateQueries({ queryKey: settingsQuery(organizationId).queryKey });
      await showEverywhere(queryClient);
    },
  });
  const close = () => {
    setPicture(null);
    saving.reset();
  };
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file can then be chosen once more.
    event.target.value = "";
    if (!file) return;
    setProblem(null);
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      setProblem(unreadable);
    }
  };
  return (
    <Panel title="Logo">
      <div className={classes.logo}>
        {settings.logo === null ? (
          <span className={classes.logoPicture} aria-hidden="true">
            {settings.details.initials}
          </span>
        ) : (
          <img className={classes.logoPicture} src={settings.logo} alt={`Logo of ${settings.details.name}`} />
        )}
        <div className={classes.words}>
          <p className={classes.lead}>
            At the top of every page, and where people sign up. A square picture on white looks best.
          </p>
          <div className={classes.acts}>
            <input
              ref={input}
              className={classes.hiddenFile}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              aria-label="Logo file"
              tabIndex={-1}
              onChange={(event) => void choose(event)}
            />
            <Button
              variant="secondary"
              leftIcon={<IconCamera aria-hidden />}
              label={settings.logo ? "Change logo" : "Choose logo"}
              onClick={() => input.current?.click()}
            />
            {settings.logo && (
              <Button
                danger
                variant="quaternary"
                label="Remove logo"
                loading={saving.isPending && saving.variables === null}
                onClick={() => saving.mutate(null)}
              />
            )}
          </div>
          <p role="alert" className={classes.error}>
            {problem ?? (picture === null ? saving.error?.message : null)}
          </p>
        </div>
      </div>
      {picture && (
        <Suspense fallback={<LoadingState label="Opening the picture" />}>
          <CropDialog
            what="logo"
            picture={picture}
            saving={saving.isPending}
            problem={saving.error?.message ?? null}
            onClose={close}
            onSave={(photoData) => saving.mutate(photoData)}
          />
        </Suspense>
      )}
    </Panel>
  );
}
