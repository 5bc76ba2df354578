import { useMutation } from "@tanstack/react-query";
import { type BookkeepingFormat, bookkeepingFormats } from "@touchline/contract/billing/reports";
import { Button, IconDownload, Panel, Select, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { type BillingReport, fetchLedger } from "./queries.ts";
import classes from "./Report.module.css";
import { words } from "./words.ts";

/** The ledger of some days as a file for accountants; the season's at first. */
export function LedgerPanel({ season }: { season: BillingReport["season"] }) {
  const [from, setFrom] = useState<string>(season.firstDay);
  const [to, setTo] = useState<string>(season.lastDay);
  const [format, setFormat] = useState<BookkeepingFormat>("csv");
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () => fetchLedger({ from, to, format }),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Panel title={words.accountants}>
      <p className={classes.quiet}>{words.accountantsHelp}</p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          fetching.mutate();
        }}
      >
        <TextInput
          label={words.from}
          type="date"
          required
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextInput
          label={words.to}
          type="date"
          required
          min={from}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <Select
          label={words.format}
          allowDeselect={false}
          value={format}
          onChange={(value) => setFormat(bookkeepingFormats.find((one) => one === value) ?? "csv")}
          data={bookkeepingFormats.map((value) => ({ value, label: words[value] }))}
        />
        <Button
          type="submit"
          variant="secondary"
          label={words.downloadLedger}
          leftIcon={<IconDownload aria-hidden />}
          loading={fetching.isPending}
        />
      </form>
    </Panel>
  );
}
