import { sendIdentityVerification } from "@touchline/contract/verification/identity";
import { call } from "../../../../client.ts";
import type { FlowProps } from "../Flow.tsx";
import { words } from "../words.ts";
import { DocumentField } from "./ProofFields.tsx";
import { givenDays, SendForm } from "./SendForm.tsx";

/** Pictures of a document that shows who somebody is. */
export function IdentityFlow(props: FlowProps) {
  const { requirementId: id, profileLevelAccessId, settings } = props.requirement;
  if (settings.kind !== "identity-verification") return null;
  return (
    <SendForm
      {...props}
      fileLabel={words.photosOfDocument}
      fileDescription={words.identityPhotoHelp}
      more={(given) => <DocumentField {...given} of={settings.documents} />}
      moreProblems={({ document }) => (document ? {} : { document: words.documentKindMissing })}
      send={(fields) =>
        call(sendIdentityVerification, {
          params: { id },
          body: { profileLevelAccessId, document: Number(fields.document), ...givenDays(fields) },
          files: [],
        })
      }
      after={words.identityReview}
    />
  );
}
