const counts = new Intl.NumberFormat();
const plurals = new Intl.PluralRules("en-US");

const plural = (count: number, forms: { one: string; other: string }) =>
  (plurals.select(count) === "one" ? forms.one : forms.other).replaceAll("#", counts.format(count));

/** The texts of the components themselves; texts about the product are passed in by the pages. */
export const words = {
  // Buttons that several components have
  all: "All",
  clear: "Clear",
  close: "Close",
  tryAgain: "Try again",
  selectAllRows: ({ count }: { count: number }) => `Select all ${counts.format(count)}`,

  // ActiveFilters
  activeFilters: "Active filters",
  removeFilter: ({ kind, label }: { kind: string; label: string }) => `Remove filter ${kind}: ${label}`,
  clearAllFilters: "Clear all",

  // Breakdown
  showFirst: ({ count }: { count: number }) => `Show the first ${counts.format(count)}`,
  showAll: ({ count }: { count: number }) => `Show all ${counts.format(count)}`,
  countInRow: ({ count, label, row }: { count: number; label: string; row: string }) =>
    `${counts.format(count)} ${label}, ${row}`,

  // BulkBar
  noneSelected: "None selected",
  selected: ({ count }: { count: number }) => `${counts.format(count)} selected`,

  // DataTable and its rows
  selectPage: "Select all on this page",
  selectRow: ({ row }: { row: string }) => `Select ${row}`,

  // Drawer
  closeMenu: "Close menu",

  // FileDrop
  chooseFile: "Choose a file",
  chooseFiles: "Choose files",
  dropHint: "You can also drop files here.",
  fileLimits: ({ size, types }: { size: string; types: string }) => `Up to ${size}. File types: ${types}`,
  takePhoto: "Take a photo",
  tooManyFiles: ({ most }: { most: number }) =>
    plural(most, {
      one: "You can add # file. The rest weren't added.",
      other: "You can add up to # files. The rest weren't added.",
    }),
  fileMoved: ({ name, position, total }: { name: string; position: number; total: number }) =>
    `${name} is now ${counts.format(position)} of ${counts.format(total)}.`,
  fileSaved: "Saved",
  fileUploaded: ({ size }: { size: string }) => `${size}, uploaded`,
  fileProgress: ({ percent, size }: { percent: number; size: string }) => `${percent}% of ${size}`,
  fileWaiting: ({ percent, size }: { percent: number; size: string }) =>
    `${percent}% of ${size}. Waiting for the connection. The upload continues automatically.`,
  fileBeingRead: ({ percent }: { percent: number }) =>
    `Uploaded. Reading it: ${percent}%. This continues if you leave the page.`,
  uploading: ({ name }: { name: string }) => `Uploading ${name}`,
  reading: ({ name }: { name: string }) => `Reading ${name}`,
  tryFileAgain: ({ name }: { name: string }) => `Try again: ${name}`,
  moveUp: ({ name }: { name: string }) => `Move ${name} up`,
  moveDown: ({ name }: { name: string }) => `Move ${name} down`,
  cancel: "Cancel",
  cancelFile: ({ name }: { name: string }) => `Cancel ${name}`,
  remove: "Remove",
  removeFile: ({ name }: { name: string }) => `Remove ${name}`,

  // What is wrong with a file
  wrongFileType: ({ name, types }: { name: string; types: string }) =>
    `“${name}” can't be used. Choose one of these file types: ${types}.`,
  emptyFile: ({ name }: { name: string }) => `“${name}” is empty. Choose another file.`,
  fileTooLarge: ({ name, size }: { name: string; size: string }) =>
    `“${name}” is larger than ${size}. Choose a smaller file.`,

  // FilterMenu
  chosenFilter: ({ filter, option }: { filter: string; option: string }) => `${filter}: ${option}`,
  findIn: ({ filter }: { filter: string }) => `Find in ${filter}`,
  find: "Find",
  noMatches: "No matches",
  clearFilter: ({ filter }: { filter: string }) => `Clear ${filter.toLocaleLowerCase()}`,

  // HeatMap
  noneOwed: "No one has this requirement",
  allDone: ({ total }: { total: number }) => `all ${counts.format(total)}`,
  left: ({ count }: { count: number }) => `${counts.format(count)} left`,
  allDoneIn: ({ share, total, column, row }: { share: string; total: number; column: string; row: string }) =>
    `${share}, all ${counts.format(total)} done: ${column}, ${row}`,
  leftIn: (cell: { share: string; count: number; total: number; column: string; row: string }) =>
    `${cell.share}, ${counts.format(cell.count)} left of ${counts.format(cell.total)}: ${cell.column}, ${cell.row}`,

  // LoadingState
  loading: "Loading",

  // Logo
  product: "Touchline",

  // LongTable
  rowsNotLoaded: "Some rows couldn't be loaded.",
  backToTop: "Back to top",
  rowsShown: ({ first, last, total }: { first: number; last: number; total: number }) =>
    `${counts.format(first)}–${counts.format(last)} of ${counts.format(total)}`,
  firstRowsShown: ({ first, last, total }: { first: number; last: number; total: number }) =>
    `${counts.format(first)}–${counts.format(last)} of the first ${counts.format(total)}. Narrow your search to see the rest.`,

  // Notices
  notices: "Notices",
  closeNotice: "Close notice",

  // PageHeader
  breadcrumb: "Breadcrumb",

  // Pager
  pages: "Pages",
  none: "None",
  rowsOfMore: ({ first, last, total }: { first: number; last: number; total: number }) =>
    `${counts.format(first)}–${counts.format(last)} of more than ${counts.format(total)}`,
  previousPage: "Previous",
  nextPage: "Next",

  // PasswordInput
  showPassword: "Show password",
  hidePassword: "Hide password",

  // SchemeMenu
  light: "Light",
  dark: "Dark",
  sameAsDevice: "Same as device",
  appearance: ({ scheme }: { scheme: string }) => `Appearance: ${scheme}`,

  // SortSelect
  sortBy: "Sort by",
  chooseOrder: "Choose",
  ascending: ({ column }: { column: string }) => `${column}, ascending`,
  descending: ({ column }: { column: string }) => `${column}, descending`,

  // StackedBar
  shareOf: ({ label, count }: { label: string; count: number }) => `${label}: ${counts.format(count)}`,

  // TrendLine
  arrowKeys: "Use the arrow keys to move from day to day.",

  // ErrorScreen and Dialog. Source: specification 1, section 2.
  errorTitle: "Oops! Something went wrong.",
  errorMessage:
    "We encountered an unexpected error. Our team has been automatically notified and is working to fix this issue.",
  errorCode: ({ code }: { code: number }) => `Error Code: ${code}`,
  errorContact: "If this problem persists, please contact",
  errorRetry: "Try Again",
  errorHome: "Return to Home",
  errorDetails: "Error Details (Development Only)",
  closeDialog: "Close modal",
};
