import type { FormDefinition, FormField } from "@touchline/contract/library/form-definition";

/** What people of the demo sign and fill in. */

export const conductText = `# Code of conduct

I coach, help, or play because I enjoy the game, and I want everyone else to enjoy it too.

- I respect players, referees, and other teams, whatever the score.
- I never shout at a child, and I step in when others do.
- I'm never alone with someone else's child where no one can see us.
- I message children only where their parents can read along.
- I report concerns to the person my organization has named.

Anyone who breaks this code may be asked to leave.`;

export const parentsText = `# Parent and guardian code of conduct

Children hear everything we say on the sideline.

- I cheer for effort on both teams and leave coaching to the coach.
- I don't argue with the referee before, during, or after the match.
- I tell the coach about injuries right away, and about concerns in private and not on match day.
- I drop off and pick up my child on time, or say who will.
- I don't write anything in the team chat that I wouldn't say to a child's face.

One signature covers all your children.`;

export const photoText = `# Photo permission

The club and the association may publish photos of matches and training on their websites, without names.

- No photo shows a child who is hurt, upset, or changing clothes.
- Photos are taken down within two days of a request.
- You can withdraw this permission at any time by writing to the club.

Players can take part without this permission.`;

const field = (key: string, kind: FormField["kind"], label: string, change: Partial<FormField> = {}): FormField => ({
  ...{ key, kind, label, help: "", required: true, options: [], min: null, max: null, prefill: null, showIf: null },
  ...change,
});

/** The travel form: how someone travels and who to call in an emergency. */
export const travelForm: FormDefinition = {
  sections: [
    {
      key: "you",
      title: "About you",
      text: "",
      showIf: null,
      fields: [
        field("name", "text", "Full name", { prefill: "fullName" }),
        field("phone", "phone", "Phone number during the trip", { prefill: "phone" }),
        field("call", "text", "Who should we call in an emergency?", {
          help: "Name and phone number.",
          prefill: "emergencyContactName",
        }),
      ],
    },
    {
      key: "trip",
      title: "The trip",
      text: "We leave on Friday at 3 p.m. and return on Sunday evening.",
      showIf: null,
      fields: [
        field("travel", "choice", "How are you traveling?", { options: ["On the team bus", "In my own car"] }),
        field("seats", "number", "How many others can ride with you?", {
          min: 0,
          max: 8,
          showIf: { fieldKey: "travel", test: "is", value: "In my own car" },
        }),
        field("nights", "choices", "Which nights are you staying?", {
          options: ["Friday", "Saturday"],
          required: false,
        }),
        field("allergy", "yesNo", "Do you have any food allergies?"),
        field("which", "longText", "Which ones?", { showIf: { fieldKey: "allergy", test: "is", value: "yes" } }),
      ],
    },
    {
      key: "end",
      title: "Signature",
      text: "",
      showIf: null,
      fields: [field("signed", "signature", "Sign with your full name")],
    },
  ],
};

/** What the film shows, for those who do not see it. */
export const filmCaptions = `WEBVTT

00:00.000 --> 00:10.000
Sideline safety: one minute before you step on the field.

00:10.000 --> 00:20.000
Never be alone with a child. Another adult can always see you both.

00:20.000 --> 00:30.000
A knock to the head? Off the field, and not back on today.

00:30.000 --> 00:40.000
In the heat: water every 15 minutes, shade at half-time.

00:40.000 --> 00:50.000
Something worries you? Tell your club's safety officer the same day.

00:50.000 --> 01:00.000
Thank you, and have a good season.
`;
