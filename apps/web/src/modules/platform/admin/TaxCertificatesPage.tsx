import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { openTaxCertificate, type TaxCertificate } from "@touchline/contract/billing/tax-exemptions";
import { Button, EmptyState, IconCircleCheck, LoadingState, PageHeader, Panel, useNotify } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";
import { CertificateDialog } from "./CertificateDialog.tsx";
import { taxCertificatesQuery } from "./queries.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sales tax exemption certificates that wait for a platform operator's decision. */
export function TaxCertificatesPage() {
  useTitle(words.taxCertificates);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(taxCertificatesQuery);
  if (error && !data)
    return <LoadFailed title={words.taxCertificatesNotLoaded} error={error} onRetry={() => void refetch()} />;
  const waiting = data?.pages.flatMap((page) => page.data);
  return (
    <>
      <PageHeader title={words.taxCertificates} path={[{ label: words.administration, href: "/admin" }]}>
        {words.taxCertificatesIntro}
      </PageHeader>
      {!waiting && <LoadingState label={words.loadingCertificates} />}
      {waiting?.length === 0 && (
        <EmptyState icon={IconCircleCheck} title={words.noCertificates}>
          {words.noCertificatesHint}
        </EmptyState>
      )}
      {waiting?.map((one) => (
        <CertificatePanel key={one.certificateId} certificate={one} />
      ))}
      {hasNextPage && (
        <Button
          variant="secondary"
          label={words.showMore}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        />
      )}
    </>
  );
}

function CertificatePanel({ certificate }: { certificate: TaxCertificate }) {
  const { organizationId, certificateId, organizationName: name, addedAt } = certificate;
  const notify = useNotify();
  const [deciding, setDeciding] = useState<"accepted" | "declined" | null>(null);
  const opening = useMutation({
    mutationFn: () => call(openTaxCertificate, { params: { id: organizationId, certificateId } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (failed) => notify("stop", messageOf(failed)),
  });
  return (
    <Panel title={name}>
      <p className={classes.note}>{words.uploaded({ moment: momentText(addedAt, zone) })}</p>
      <div className={classes.certificateActs}>
        <Button
          small
          variant="secondary"
          label={words.openCertificate}
          aria-label={words.openCertificateOf({ name })}
          loading={opening.isPending}
          onClick={() => opening.mutate()}
        />
        <Button
          small
          variant="secondary"
          label={words.accept}
          aria-label={words.acceptOf({ name })}
          onClick={() => setDeciding("accepted")}
        />
        <Button
          small
          variant="secondary"
          label={words.decline}
          aria-label={words.declineOf({ name })}
          onClick={() => setDeciding("declined")}
        />
      </div>
      {deciding !== null && (
        <CertificateDialog certificate={certificate} outcome={deciding} onClose={() => setDeciding(null)} />
      )}
    </Panel>
  );
}
