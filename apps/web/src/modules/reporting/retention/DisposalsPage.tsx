import { infiniteQueryOptions, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import {
  type DisposalCertificate,
  downloadDisposalCertificate,
  listDisposalCertificates,
} from "@touchline/contract/reporting/retention";
import { disposalKindNames, retentionText } from "@touchline/rules";
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconDownload,
  IconStack2,
  PageHeader,
  useNotify,
} from "@touchline/ui";
import { call, download } from "../../../client.ts";
import { dayIn, dayText, momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { words } from "./words.ts";

const certificatesQuery = infiniteQueryOptions({
  queryKey: ["disposalCertificates"],
  queryFn: ({ signal, pageParam }) =>
    call(listDisposalCertificates, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
});

/** Lists what was disposed of at the end of its retention period, each with its certificate. */
export function DisposalsPage() {
  const { organization } = useActiveProfile();
  useTitle(words.title);
  const list = useInfiniteQuery(certificatesQuery);
  if (list.error && !list.data)
    return <LoadFailed title={words.notLoaded} error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <PageHeader title={words.title} path={[{ label: words.auditLog, href: "/audit" }]}>
        {words.intro}
      </PageHeader>
      <DataTable
        caption={words.title}
        columns={columnsIn(organization.timeZone)}
        rows={list.data?.pages.flatMap((page) => page.data) ?? []}
        rowKey={(row) => row.disposalCertificateId}
        loading={list.isPending}
        expectedRows={3}
        empty={
          <EmptyState icon={IconStack2} title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
      />
      {list.hasNextPage && (
        <Button
          variant="secondary"
          label={words.showMore}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

function columnsIn(zone: string): [Column<DisposalCertificate, never>, ...Column<DisposalCertificate, never>[]] {
  const day = (at: string) => dayText(dayIn(at, zone));
  return [
    { key: "kind", header: words.kind, cell: (row) => disposalKindNames[row.kind] },
    { key: "items", header: words.items, cell: (row) => row.items.toLocaleString(), width: "6rem" },
    { key: "period", header: words.period, cell: (row) => words.range({ from: day(row.fromAt), to: day(row.toAt) }) },
    { key: "setting", header: words.setting, cell: retentionText },
    { key: "disposed", header: words.disposed, cell: (row) => momentText(row.disposedAt, zone), width: "11rem" },
    { key: "certificate", header: words.certificate, cell: (row) => <Download certificate={row} zone={zone} /> },
  ];
}

function Download({ certificate, zone }: { certificate: DisposalCertificate; zone: string }) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () => download(downloadDisposalCertificate, { params: { id: certificate.disposalCertificateId } }),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Button
      small
      variant="secondary"
      label={words.download}
      aria-label={words.downloadNamed({
        kind: disposalKindNames[certificate.kind],
        moment: momentText(certificate.disposedAt, zone),
      })}
      leftIcon={<IconDownload aria-hidden />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    />
  );
}
