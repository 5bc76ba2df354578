import { useMutation, useQueryClient } from "@tanstack/react-query";
import { correctGuardianInvitation } from "@touchline/contract/joining/families";
import { TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { correctInvitation } from "./queries.ts";
import { words } from "./words.ts";

interface CorrectInvitationDialogProps {
  invitation: { guardianInvitationId: string; firstName: string; lastName: string; email: string };
  onClose: () => void;
}

/** Invites a second guardian at another address, in place of the one that the mail server refused. */
export function CorrectInvitationDialog({ invitation, onClose }: CorrectInvitationDialogProps) {
  const [email, setEmail] = useState(invitation.email);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const sending = useMutation({
    mutationFn: (body: { email: string }) => correctInvitation(invitation.guardianInvitationId, body),
    onSuccess: async (_answer, body) => {
      await Promise.all(
        ["family", "member", "memberFamily", "members"].map((name) =>
          queryClient.invalidateQueries({ queryKey: [name] }),
        ),
      );
      notify("done", words.invitationSent({ email: body.email }));
      onClose();
    },
  });
  const name = `${invitation.firstName} ${invitation.lastName}`;
  return (
    <FormDialog
      title={words.correctEmailOf({ name })}
      label={words.sendInvitation}
      refused={words.notSent}
      draft={{ email: email.trim() }}
      problems={(body) => {
        if (body.email.toLowerCase() === invitation.email.toLowerCase()) {
          return { email: words.emailRefused };
        }
        return problemsOf(correctGuardianInvitation.body, body) && { email: words.emailInvalid };
      }}
      sending={sending}
      onSend={sending.mutate}
      onClose={onClose}
    >
      {(errors) => (
        <TextInput
          label={words.email}
          description={words.correctEmailHelp({ name })}
          type="email"
          inputMode="email"
          data-autofocus
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errors.email}
        />
      )}
    </FormDialog>
  );
}
