import { useQueryClient } from "@tanstack/react-query";
import { type SavedPartOptions, useSavedPart } from "../../../parts/useSavedPart.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { putSettings, type SettingsChange, settingsQuery } from "./queries.ts";

interface PartOptions<Draft> extends Pick<SavedPartOptions<Draft, unknown>, "saved" | "notice" | "keepTyped"> {
  /** As it is sent. */
  sent: (draft: Draft) => SettingsChange;
}

/** Manages a part of the settings that is saved separately. */
export function usePart<Draft>({ saved, sent, notice, keepTyped }: PartOptions<Draft>) {
  const { organizationId } = useActiveProfile();
  const queryClient = useQueryClient();
  return useSavedPart({
    saved,
    notice,
    keepTyped,
    save: (draft: Draft) => putSettings(organizationId, sent(draft)),
    onSaved: (settings) => queryClient.setQueryData(settingsQuery(organizationId).queryKey, settings),
    everywhere: () => showEverywhere(queryClient),
  });
}

/** Name, logo and color are shown around every page, and what levels are called wherever they are. */
export async function showEverywhere(queryClient: ReturnType<typeof useQueryClient>): Promise<void> {
  const kept = ["people", "activeProfile", "navigation", "level", "members", "tasks"];
  await Promise.all(kept.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
