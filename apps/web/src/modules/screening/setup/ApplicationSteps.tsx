import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addOrganizationFile } from "@touchline/contract/accounts/organization-settings";
import { states } from "@touchline/contract/regions";
import {
  type CompanyType,
  companyTypes,
  type Onboarding,
  type OnboardingInfo,
  permissiblePurposes,
} from "@touchline/contract/screening/onboarding";
import { organizationFiles } from "@touchline/rules";
import { einProblem, writtenEin } from "@touchline/rules/screening/ein";
import {
  companyTypeLabels,
  type OnboardingStep,
  permissiblePurposeLabels,
} from "@touchline/rules/screening/onboarding";
import { Button, Checkbox, Choices, fileSize, IconUpload, Select, TextInput } from "@touchline/ui";
import { type ComponentType, useRef } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import type { FieldErrors } from "../../../form-errors.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { onboardingQuery } from "./queries.ts";
import classes from "./Screening.module.css";
import { words } from "./words.ts";

interface StepProps {
  info: OnboardingInfo;
  taxDocument: Onboarding["taxDocument"];
  errors: FieldErrors;
  onChange: (next: OnboardingInfo) => void;
  certified: boolean;
  onCertified: (certified: boolean) => void;
}

/** The fields of one step. */
export function StepFields({ step, ...props }: StepProps & { step: OnboardingStep }) {
  const Fields = fieldsOf[step];
  return <Fields {...props} />;
}

const companyChoices = companyTypes.map((value) => ({ value, label: companyTypeLabels[value] }));

function OrganizationFields({ info, taxDocument, errors, onChange }: StepProps) {
  return (
    <>
      <TextInput
        label={words.legalName}
        description={words.legalNameHint}
        autoComplete="organization"
        maxLength={120}
        value={info.legalName}
        onChange={(event) => onChange({ ...info, legalName: event.target.value })}
        error={errors.legalName}
      />
      <TextInput
        label={words.ein}
        description={words.einHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={info.ein}
        onChange={(event) => onChange({ ...info, ein: event.target.value })}
        onBlur={() => einProblem(info.ein) === null && onChange({ ...info, ein: writtenEin(info.ein) })}
        error={errors.ein}
      />
      <Select
        label={words.companyType}
        placeholder={words.choose}
        data={companyChoices}
        allowDeselect={false}
        value={info.companyType}
        onChange={(chosen) => chosen && onChange({ ...info, companyType: chosen as CompanyType })}
        error={errors.companyType}
      />
      <TextInput
        label={words.website}
        type="url"
        placeholder="https://"
        autoComplete="url"
        maxLength={2000}
        value={info.website}
        onChange={(event) => onChange({ ...info, website: event.target.value })}
        error={errors.website}
      />
      <TaxDocument file={taxDocument} error={errors.taxDocument} />
    </>
  );
}

/** The file that proves the EIN, sent as soon as it is chosen. */
function TaxDocument({ file, error }: { file: Onboarding["taxDocument"]; error: string | undefined }) {
  const { organizationId } = useActiveProfile();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { queryKey } = onboardingQuery(organizationId);
  const adding = useMutation({
    mutationFn: (chosen: File) =>
      call(addOrganizationFile, {
        params: { id: organizationId },
        query: { purpose: "EinProof" },
        body: {},
        files: [chosen],
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
  const problem = adding.error ? messageOf(adding.error) : error;
  return (
    <div className={classes.row}>
      <div className={classes.rowWords}>
        <p className={classes.rowName}>{words.taxDocument}</p>
        <p className={classes.lead}>
          {file ? words.fileOf({ name: file.name, size: fileSize(file.bytes) }) : words.taxDocumentHint}
        </p>
        {problem && (
          <p role="alert" className={classes.error}>
            {problem}
          </p>
        )}
      </div>
      <input
        ref={input}
        className={classes.hiddenFile}
        type="file"
        accept={organizationFiles.EinProof.accepted.map((one) => `.${one}`).join(",")}
        aria-label={words.taxDocument}
        aria-invalid={problem !== undefined}
        tabIndex={-1}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = "";
          if (chosen) adding.mutate(chosen);
        }}
      />
      <Button
        small
        variant="secondary"
        leftIcon={<IconUpload aria-hidden />}
        label={file ? words.replace : words.upload}
        loading={adding.isPending}
        onClick={() => input.current?.click()}
      />
    </div>
  );
}

const stateChoices = states
  .filter(({ country }) => country === "US")
  .map(({ stateId, name }) => ({ value: stateId.slice(3), label: name }));

function AddressFields({ info, errors, onChange }: StepProps) {
  const { address } = info;
  const change = (part: Partial<typeof address>) => onChange({ ...info, address: { ...address, ...part } });
  return (
    <>
      <TextInput
        label={words.line1}
        autoComplete="address-line1"
        maxLength={200}
        value={address.line1}
        onChange={(event) => change({ line1: event.target.value })}
        error={errors["address.line1"]}
      />
      <TextInput
        label={words.line2}
        autoComplete="address-line2"
        maxLength={200}
        value={address.line2}
        onChange={(event) => change({ line2: event.target.value })}
      />
      <TextInput
        label={words.city}
        autoComplete="address-level2"
        maxLength={100}
        value={address.city}
        onChange={(event) => change({ city: event.target.value })}
        error={errors["address.city"]}
      />
      <div className={classes.pair}>
        <Select
          label={words.state}
          placeholder={words.choose}
          data={stateChoices}
          searchable
          allowDeselect={false}
          value={address.state || null}
          onChange={(state) => state && change({ state })}
          error={errors["address.state"]}
        />
        <TextInput
          label={words.postalCode}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          value={address.postalCode}
          onChange={(event) => change({ postalCode: event.target.value })}
          error={errors["address.postalCode"]}
        />
      </div>
    </>
  );
}

function OwnerFields({ info, errors, onChange }: StepProps) {
  const { owner } = info;
  const change = (part: Partial<typeof owner>) => onChange({ ...info, owner: { ...owner, ...part } });
  return (
    <>
      <p className={classes.lead}>{words.ownerAbout}</p>
      <div className={classes.pair}>
        <TextInput
          label={words.firstName}
          autoComplete="off"
          maxLength={100}
          value={owner.firstName}
          onChange={(event) => change({ firstName: event.target.value })}
          error={errors["owner.firstName"]}
        />
        <TextInput
          label={words.lastName}
          autoComplete="off"
          maxLength={100}
          value={owner.lastName}
          onChange={(event) => change({ lastName: event.target.value })}
          error={errors["owner.lastName"]}
        />
      </div>
      <TextInput
        label={words.email}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={owner.email}
        onChange={(event) => change({ email: event.target.value })}
        error={errors["owner.email"]}
      />
      <TextInput
        label={words.phone}
        type="tel"
        autoComplete="off"
        maxLength={40}
        value={owner.phone}
        onChange={(event) => change({ phone: event.target.value })}
        error={errors["owner.phone"]}
      />
    </>
  );
}

const purposeChoices = permissiblePurposes.map((value) => ({
  value,
  label: permissiblePurposeLabels[value],
  note: words.purposeNotes[value],
}));

function PurposeFields({ info, errors, onChange, certified, onCertified }: StepProps) {
  return (
    <>
      <Choices
        label={words.purpose}
        choices={purposeChoices}
        value={info.permissiblePurpose}
        onChange={(permissiblePurpose) => onChange({ ...info, permissiblePurpose })}
        error={errors.permissiblePurpose}
      />
      <Checkbox
        label={words.certify}
        checked={certified}
        onChange={(event) => onCertified(event.target.checked)}
        error={errors.certified}
      />
    </>
  );
}

const fieldsOf: Record<OnboardingStep, ComponentType<StepProps>> = {
  organization: OrganizationFields,
  address: AddressFields,
  owner: OwnerFields,
  purpose: PurposeFields,
};
