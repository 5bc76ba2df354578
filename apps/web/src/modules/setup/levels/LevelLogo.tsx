import { useMutation, useQueryClient } from "@tanstack/react-query";
import { logoSize } from "@touchline/contract/setup/levels";
import { Button, IconCamera, useNotify } from "@touchline/ui";
import { type ChangeEvent, useRef, useState } from "react";
import { useLevelLogo } from "../../../levels/useLevelLogo.ts";
import classes from "./Levels.module.css";
import { type Level, levelQuery, putLogo } from "./queries.ts";
import { words } from "./words.ts";

/** Shows a level's logo, and lets it be replaced. */
export function LevelLogo({ level, may }: { level: Level; may: boolean }) {
  const { levelId, logoId, name } = level;
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const address = useLevelLogo(levelId, logoId);
  const saving = useMutation({
    mutationFn: (logoData: string | null) =>
      putLogo(levelId, { logoData, ...(logoData !== null && { logoExtension: "png" as const }) }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(levelQuery(levelId).queryKey, saved);
      notify("done", saved.logoId === null ? words.logoRemoved : words.logoSaved);
      await queryClient.invalidateQueries({ queryKey: ["navigation"] });
    },
    onError: (error) => setProblem(error.message),
  });
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Cleared so that the same file can be chosen again.
    event.target.value = "";
    if (!file) return;
    setProblem(null);
    try {
      saving.mutate(await drawnSmall(file));
    } catch {
      setProblem(words.logoUnreadable);
    }
  };
  if (!may && logoId === null) return null;
  return (
    <div className={classes.logo}>
      {address ? (
        <img className={classes.picture} src={address} alt={words.logoOf({ name })} />
      ) : (
        <span className={classes.picture} aria-hidden="true" />
      )}
      {may && (
        <>
          <input
            ref={input}
            className={classes.file}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-label={words.logoFile}
            tabIndex={-1}
            onChange={(event) => void choose(event)}
          />
          <Button
            small
            variant="secondary"
            leftIcon={<IconCamera aria-hidden />}
            label={logoId ? words.changeLogo : words.chooseLogo}
            loading={saving.isPending && saving.variables !== null}
            onClick={() => input.current?.click()}
          />
          {logoId && (
            <Button
              small
              danger
              variant="quaternary"
              label={words.removeLogo}
              loading={saving.isPending && saving.variables === null}
              onClick={() => saving.mutate(null)}
            />
          )}
        </>
      )}
      <p role="alert" className={classes.error}>
        {problem}
      </p>
    </div>
  );
}

/** Scales the picture down to the stored size and returns it as a base64 PNG, because camera photos are too large to send. */
async function drawnSmall(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, logoSize / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").replace(/^[^,]*,/, "");
}
