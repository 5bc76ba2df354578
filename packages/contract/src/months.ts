/** Returns the number of days in a month, counted from 1; February as in leap years. */
export const daysOfMonth = (month: number) => new Date(Date.UTC(2024, month, 0)).getUTCDate();
