import { type IdentityDocument, identityDocumentLabels } from "@touchline/contract/library/content-settings";
import type { IdentityRoute } from "@touchline/contract/verification/identity";
import { Button, Choices, Panel, Select } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import page from "../requirements/RequirementPage.module.css";
import type { IdentityPage } from "./queries.ts";
import { wayTexts, words } from "./words.ts";

interface StartFormProps {
  page: IdentityPage;
  /** The previous choice. */
  chosen: { route: IdentityRoute; document: IdentityDocument | null } | null;
  isPending: boolean;
  onStart: (choice: { route: IdentityRoute; document: IdentityDocument | null }) => void;
  onBack?: (() => void) | undefined;
}

/** Asks how to verify, and with which document. */
export function StartForm({
  page: { routes, documents, keptDays },
  chosen,
  isPending,
  onStart,
  onBack,
}: StartFormProps) {
  const [route, setRoute] = useState<IdentityRoute | null>(
    chosen?.route ?? (routes.length === 1 ? (routes[0] ?? null) : null),
  );
  const [document, setDocument] = useState<IdentityDocument | null>(
    chosen?.document ?? (documents.length === 1 ? (documents[0] ?? null) : null),
  );
  const [tried, setTried] = useState(false);
  const asksDocument = route !== null && route !== "inPerson";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isPending || route === null || (asksDocument && document === null)) return;
    onStart({ route, document: asksDocument ? document : null });
  };
  return (
    <Panel title={words.startTitle}>
      <form className={page.form} onSubmit={submit} noValidate>
        <Choices
          label={words.way}
          choices={routes.map((one) => ({ value: one, ...wayTexts[one] }))}
          value={route}
          onChange={setRoute}
          error={tried && route === null ? words.wayMissing : undefined}
        />
        {asksDocument && (
          <Select
            label={words.documentKind}
            placeholder={words.chooseOne}
            data={documents.map((one) => ({ value: String(one), label: identityDocumentLabels[one] }))}
            value={document === null ? null : String(document)}
            allowDeselect={false}
            disabled={isPending}
            onChange={(value) => setDocument(value === null ? null : (Number(value) as IdentityDocument))}
            error={tried && document === null ? words.documentMissing : undefined}
          />
        )}
        <div className={page.buttons}>
          <Button type="submit" label={words.continue} loading={isPending} />
          {onBack && <Button variant="secondary" label={words.back} onClick={onBack} />}
        </div>
        <p className={page.quiet}>
          {words.personDecides} {route !== "inPerson" && words.kept({ days: keptDays })}
        </p>
      </form>
    </Panel>
  );
}
