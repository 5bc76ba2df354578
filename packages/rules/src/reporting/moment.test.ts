import { describe, expect, test } from "vitest";
import { instantOfMoment } from "./moment.ts";

const inLosAngeles = (moment: string) => new Date(instantOfMoment(moment, "America/Los_Angeles")).toISOString();

describe("a moment", () => {
  test("that is a day means its last millisecond, also of days of 23 and of 25 hours", () => {
    expect(inLosAngeles("2026-03-07")).toBe("2026-03-08T07:59:59.999Z");
    expect(inLosAngeles("2026-03-08")).toBe("2026-03-09T06:59:59.999Z");
    expect(inLosAngeles("2026-11-01")).toBe("2026-11-02T07:59:59.999Z");
  });

  test("that is a minute goes by the clocks; one they skip is after, one that comes twice is the first", () => {
    expect(inLosAngeles("2026-07-01T14:30")).toBe("2026-07-01T21:30:00.000Z");
    expect(inLosAngeles("2026-03-08T02:30")).toBe("2026-03-08T10:30:00.000Z");
    expect(inLosAngeles("2026-11-01T01:30")).toBe("2026-11-01T08:30:00.000Z");
  });

  test("that is an instant is itself", () => {
    expect(inLosAngeles("2026-11-01T09:30:00.001Z")).toBe("2026-11-01T09:30:00.001Z");
  });
});
