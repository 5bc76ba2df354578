/**
 * Returns how many random histories a test plays: `few` in the gate, or HISTORIES times as many if that is set, as `npm run
 * drill -- --histories` does.
 */
export const historyRuns = (few: number): number => few * Number(process.env.HISTORIES ?? 1);
