/**
 * Licenses and badges of U.S. Soccer's learning center, by discipline and rank. Source: a third party's documentation of
 * https://connect.learning.ussoccer.com/certifications/public, in a public repository. It isn't an official publication of U.S.
 * Soccer and is incomplete, so compare it with theirs before relying on it.
 */
export type UssfLicense = {
  /** The discipline and number by which settings identify a license. */
  key: string;
  name: string;
  discipline: "coach" | "referee" | "safety";
  /** 1 is the highest of its kind. */
  rank: number;
  type: string;
};

type Row = readonly [id: number, name: string, rank: number, type: string];

const of = (discipline: UssfLicense["discipline"], rows: readonly Row[]): UssfLicense[] =>
  rows.map(([id, name, rank, type]) => ({ key: `${discipline}_${id}`, name, discipline, rank, type }));

export const ussfLicenses: readonly UssfLicense[] = [
  ...of("coach", [
    [41, "Coach Educator Pro", 1, "coach_coach_instructor"],
    [44, "Educator Developer", 2, "coach_coach_instructor"],
    [32, "Coach Educator A", 3, "coach_coach_instructor"],
    [31, "Coach Educator B", 4, "coach_coach_instructor"],
    [30, "Coach Educator C", 5, "coach_coach_instructor"],
    [34, "Coach Educator D License", 6, "coach_coach_instructor"],
    [33, "Coach Educator Grassroots", 7, "coach_coach_instructor"],
    [39, "Club Technical Leadership: Level 3", 1, "coach_coach_leadership"],
    [38, "Club Technical Leadership: Level 2", 2, "coach_coach_leadership"],
    [37, "Club Technical Leadership: Level 1", 3, "coach_coach_leadership"],
    [7, "Academy Director", 4, "coach_coach_leadership"],
    [28, "Director of Coaching", 5, "coach_coach_leadership"],
    [16, "Pro License", 1, "coach_pathway"],
    [15, "A - Senior", 3, "coach_pathway"],
    [14, "A - Youth", 4, "coach_pathway"],
    [6, "National A", 5, "coach_pathway"],
    [5, "National B", 6, "coach_pathway"],
    [4, "National C", 7, "coach_pathway"],
    [3, "National D", 8, "coach_pathway"],
    [2, "National E", 9, "coach_pathway"],
    [25, "11v11 License (in-person)", 10, "coach_pathway"],
    [24, "9v9 License (in-person)", 11, "coach_pathway"],
    [23, "7v7 License (in-person)", 12, "coach_pathway"],
    [22, "4v4 License (in-person)", 13, "coach_pathway"],
    [21, "11v11 License (online)", 14, "coach_pathway"],
    [20, "9v9 License (online)", 15, "coach_pathway"],
    [19, "7v7 License (online)", 16, "coach_pathway"],
    [18, "4v4 License (online)", 17, "coach_pathway"],
    [1, "National F", 18, "coach_pathway"],
    [26, "Goalkeeper A", 3, "coach_supplemental"],
    [43, "Goalkeeper B", 4, "coach_supplemental"],
    [42, "Goalkeeper C", 5, "coach_supplemental"],
    [9, "National Goalkeeping", 6, "coach_supplemental"],
    [10, "National Youth License", 7, "coach_supplemental"],
  ]),
  ...of("referee", [
    [1, "FIFA Referee", 1, "referee_pathway"],
    [2, "FIFA Assistant Referee", 2, "referee_pathway"],
    [3, "PRO Referee", 3, "referee_pathway"],
    [4, "PRO Assistant Referee", 4, "referee_pathway"],
    [5, "National Referee", 5, "referee_pathway"],
    [40, "PRO 2 Referee", 5, "referee_pathway"],
    [41, "PRO 2 Assistant Referee", 6, "referee_pathway"],
    [6, "National Assistant Referee", 6, "referee_pathway"],
    [7, "Regional Referee", 7, "referee_pathway"],
    [8, "Referee", 10, "referee_pathway"],
    [9, "National Referee Coach", 1, "referee_educator"],
    [10, "Referee Coach", 2, "referee_educator"],
    [37, "Referee Mentor", 4, "referee_educator"],
    [17, "National Assignor", 2, "referee_assignor"],
    [18, "Assignor", 3, "referee_assignor"],
    [31, "National Assessor", 1, "referee_assessor"],
    [19, "Regional Assessor", 2, "referee_assessor"],
    [20, "Grassroots Assessor", 3, "referee_assessor"],
    [11, "FIFA Futsal Referee", 1, "referee_futsal"],
    [12, "Regional Futsal Referee", 2, "referee_futsal"],
    [29, "Grassroots Futsal Referee", 3, "referee_futsal"],
  ]),
  ...of("safety", [
    [1, "SafeSport Trained", 1, "safety_compliance"],
    [2, "Background Check: Clear", 1, "safety_compliance"],
    // The source cuts its name off after "Safe". This is the course with that name.
    [3, "Introduction to Safe and Healthy Playing Environments", 1, "safety_medical"],
    [6, "Safe Soccer Cleared", 1, "safety_safe_soccer"],
    [5, "Safe Soccer Phase 2", 2, "safety_safe_soccer"],
    [4, "Safe Soccer Phase 1", 3, "safety_safe_soccer"],
  ]),
];

const named = new Map(ussfLicenses.map((one) => [one.key, one.name]));
/** Returns the name of a license, or its key if this list doesn't have it. */
export const ussfLicenseName = (key: string): string => named.get(key) ?? key;
