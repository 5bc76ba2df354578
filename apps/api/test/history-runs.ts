/**
 * How many random histories a test plays: `few` in the gate, and HISTORIES times as many where that is set, as
 * `npm run drill -- --histories` does.
 */
export const historyRuns = (few: number): number => few * Number(process.env.HISTORIES ?? 1);
