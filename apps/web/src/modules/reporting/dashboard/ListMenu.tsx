import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type MemberColumn, memberColumns } from "@touchline/contract/reporting/members";
import { FilterMenu, IconChevronDown, Menu, useNotify } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import type { SearchChange } from "../../../url-state.ts";
import classes from "./BulkActs.module.css";
import { keepList, viewsQuery } from "./queries.ts";
import { columnsInAddress, type MemberChoice } from "./search.ts";
import { filterOf } from "./useSelection.ts";
import { words } from "./words.ts";

const ViewsDialog = lazy(() => import("./ViewsDialog.tsx").then((file) => ({ default: file.ViewsDialog })));

const columnNames: Record<MemberColumn, string> = {
  email: words.email,
  role: "Role",
  level: words.level,
  status: words.status,
  done: words.done,
  since: words.since,
};

interface ListMenuProps {
  choice: MemberChoice;
  columns: readonly MemberColumn[];
  /** Changes the address, and the list starts again from its beginning. */
  narrow: (change: SearchChange) => void;
  /** Changes the address alone. */
  change: (change: SearchChange) => void;
  onPrint: () => void;
  onKeys: () => void;
}

/** The display options of the list: saved views, columns, printing, keyboard shortcuts. */
export function ListMenu({ choice, columns, narrow, change, onPrint, onKeys }: ListMenuProps) {
  const { data } = useQuery(viewsQuery);
  const client = useQueryClient();
  const notify = useNotify();
  const [managing, setManaging] = useState(false);
  const views = data?.views ?? [];
  const present = JSON.stringify(filterOf(choice));
  const keepColumns = (next: MemberColumn[]) => {
    const ordered = memberColumns.filter((one) => next.includes(one));
    change({ columns: columnsInAddress(ordered) });
    const kept = { defaultViewId: data?.defaultViewId ?? null, columns: ordered };
    keepList(kept)
      .then(() => client.setQueryData(viewsQuery.queryKey, (before) => before && { ...before, ...kept }))
      .catch((error: Error) => notify("stop", messageOf(error)));
  };
  return (
    <>
      <FilterMenu
        plain
        label={words.columns}
        options={memberColumns.map((value) => ({ value, label: columnNames[value] }))}
        selected={columns}
        onChange={keepColumns}
      />
      <Menu
        label={words.views}
        namedByText
        groups={[
          ...(views.length > 0
            ? [
                {
                  title: words.savedViews,
                  items: views.map((view) => ({
                    key: view.viewId,
                    label: view.name,
                    note: view.shared ? words.sharedWithEveryone : undefined,
                    checked: JSON.stringify(filterOf(addressOf(view.choice))) === present,
                    onSelect: () => narrow(viewAddress(view.choice)),
                  })),
                },
              ]
            : []),
          {
            items: [
              { key: "manage", label: words.manageViews, onSelect: () => setManaging(true) },
              { key: "print", label: words.printList, onSelect: onPrint },
              { key: "keys", label: words.keyboardShortcuts, onSelect: onKeys },
            ],
          },
        ]}
      >
        <span className={classes.more}>
          {words.views}
          <IconChevronDown aria-hidden="true" size={16} />
        </span>
      </Menu>
      {managing && (
        <Suspense>
          <ViewsDialog choice={choice} columns={columns} onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </>
  );
}

type SavedChoice = Omit<MemberChoice, "requirementStatuses" | "content"> & {
  content?: string | undefined;
  requirementStatuses: readonly number[];
  columns: MemberColumn[] | null;
};

/** A saved choice as the page has one. */
function addressOf({ columns: _, requirementStatuses, ...choice }: SavedChoice): MemberChoice {
  const { search, overallStatuses, labels, content, sortCol, sortDir } = choice;
  return {
    search,
    overallStatuses,
    requirementStatuses: requirementStatuses.map(String),
    labels,
    content,
    sortCol,
    sortDir,
  };
}

/** The parts of the address that a saved view sets: all of them. */
export function viewAddress(saved: SavedChoice): SearchChange {
  const { search, sortCol, sortDir, ...choice } = addressOf(saved);
  return {
    ...choice,
    search: search || undefined,
    sortCol: sortCol === "FullName" ? undefined : sortCol,
    sortDir: sortDir === "ASC" ? undefined : sortDir,
    columns: columnsInAddress(saved.columns),
    page: undefined,
  };
}
