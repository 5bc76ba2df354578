import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  addOrganizationFile,
  type OrganizationSettings,
  removeOrganizationFile,
} from "@touchline/contract/accounts/organization-settings";
import { useNotify } from "@touchline/ui";
import { call } from "../../../client.ts";
import { PicturePanel } from "../../../photos/PicturePanel.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { settingsQuery } from "./queries.ts";
import classes from "./Settings.module.css";
import { showEverywhere } from "./usePart.ts";
import { words } from "./words.ts";

/** The bytes of a picture that was cut in the browser. */
function fileOf(photoData: string): File {
  const bytes = Uint8Array.from(atob(photoData), (character) => character.charCodeAt(0));
  return new File([bytes], "logo.jpeg", { type: "image/jpeg" });
}

/** The logo of the organization. */
export function LogoPart({ settings }: { settings: OrganizationSettings }) {
  const { organizationId } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const about = { params: { id: organizationId }, query: { purpose: "Logo" } } as const;
  const saving = useMutation({
    mutationFn: async (photoData: string | null): Promise<void> => {
      if (photoData === null) await call(removeOrganizationFile, about);
      else await call(addOrganizationFile, { ...about, body: {}, files: [fileOf(photoData)] });
    },
    onSuccess: async (_, photoData) => {
      notify("done", photoData === null ? words.logoRemoved : words.logoSaved);
      await queryClient.invalidateQueries({ queryKey: settingsQuery(organizationId).queryKey });
      await showEverywhere(queryClient);
    },
  });
  return (
    <PicturePanel what="logo" lead={words.logoAbout} has={settings.logo !== null} saving={saving}>
      {settings.logo === null ? (
        <span className={classes.logoPicture} aria-hidden="true">
          {settings.details.initials}
        </span>
      ) : (
        <img className={classes.logoPicture} src={settings.logo} alt={words.logoOf({ name: settings.details.name })} />
      )}
    </PicturePanel>
  );
}
