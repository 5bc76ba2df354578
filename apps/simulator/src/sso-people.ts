export type SsoPerson = { id: string; firstName: string; lastName: string; email: string; groups: readonly string[] };

/** Everyone whom the simulated identity provider knows. One has an address of a domain that isn't the organization's. */
export const ssoPeople: readonly SsoPerson[] = [
  { id: "casey", firstName: "Casey", lastName: "Winter", email: "casey@club.example", groups: ["Coaches"] },
  { id: "morgan", firstName: "Morgan", lastName: "Ellis", email: "morgan@club.example", groups: ["Coaches", "Staff"] },
  { id: "robin", firstName: "Robin", lastName: "Hale", email: "robin@club.example", groups: [] },
  { id: "alex", firstName: "Alex", lastName: "Stone", email: "alex@elsewhere.example", groups: ["Coaches", "Staff"] },
];
