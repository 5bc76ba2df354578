import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@touchline/contract/integrations/api-keys";
import { Button, Dialog, Notice, Select } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import classes from "./ApiKeys.module.css";
import { apiKeysQuery, rotate } from "./queries.ts";
import type { ShownKey } from "./ShownKeyDialog.tsx";
import { words } from "./words.ts";

interface RotateKeyDialogProps {
  apiKey: ApiKey;
  onMade: (made: ShownKey) => void;
  onClose: () => void;
}

/** Puts a new key in the place of one, which works on for some days. */
export function RotateKeyDialog({ apiKey, onMade, onClose }: RotateKeyDialogProps) {
  const [overlap, setOverlap] = useState("7");
  const queryClient = useQueryClient();
  const rotating = useMutation({
    mutationFn: () => rotate(apiKey.apiKeyId, Number(overlap)),
    onSuccess: async (made) => {
      onMade(made);
      await queryClient.invalidateQueries(apiKeysQuery);
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.rotateTitle({ name: apiKey.name })}
      footer={
        <>
          <Button variant="secondary" label={words.keepKey} onClick={onClose} />
          <Button label={words.rotateKey} loading={rotating.isPending} onClick={() => rotating.mutate()} />
        </>
      }
    >
      {rotating.error && (
        <Notice tone="stop" title={words.notRotated}>
          {messageOf(rotating.error)}
        </Notice>
      )}
      <div className={classes.stack}>
        <p>{words.rotateAbout}</p>
        <Select
          label={words.overlap}
          allowDeselect={false}
          data={words.overlaps}
          value={overlap}
          onChange={(value) => setOverlap(value ?? overlap)}
        />
      </div>
    </Dialog>
  );
}
