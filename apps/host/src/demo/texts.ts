import type { FormDefinition, FormField } from "@touchline/contract/library/form-definition";

/** What people of the demo sign and fill in. */

export const conductText = `# Code of conduct

I coach, help or play because I enjoy the game, and I want everyone else to enjoy it too.

- I respect players, referees and other teams, whatever the score.
- I never shout at a child, and I stop others who do.
- I'm never alone with a child who isn't mine where no one can see us.
- I message children only where their parents can read it.
- I report any concern to my organization's safety officer.

Anyone who doesn't follow this code may be asked to leave.`;

export const parentsText = `# Parent and guardian code of conduct

Children hear everything you say from the sideline.

- I cheer for effort on both teams and leave the coaching to the coach.
- I don't confront the referee before, during or after the game.
- I talk to the coach about injuries and concerns in private, and not on game day.
- I drop off and pick up my child on time, or tell the coach who will.
- I don't write anything in the team chat that I wouldn't say in person.

One signature covers all your children.`;

export const photoText = `# Photo permission

The club and the association can publish photos of games and practices, without names.

- No photo shows a child who is hurt, upset or changing clothes.
- If you ask for a photo to be removed, it's removed within two days.
- You can withdraw this permission at any time with a message to the club.

Players can take part without signing this.`;

const field = (key: string, kind: FormField["kind"], label: string, change: Partial<FormField> = {}): FormField => ({
  ...{ key, kind, label, help: "", required: true, options: [], min: null, max: null, prefill: null, showIf: null },
  ...change,
});

/** Two minutes on a phone: who travels how, and whom to call. */
export const travelForm: FormDefinition = {
  sections: [
    {
      key: "you",
      title: "You",
      text: "",
      showIf: null,
      fields: [
        field("name", "text", "Full name", { prefill: "fullName" }),
        field("phone", "phone", "Phone number on the trip", { prefill: "phone" }),
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
        field("travel", "choice", "How will you travel?", { options: ["On the team bus", "In my own car"] }),
        field("seats", "number", "How many others can ride with you?", {
          min: 0,
          max: 8,
          showIf: { fieldKey: "travel", test: "is", value: "In my own car" },
        }),
        field("nights", "choices", "Which nights will you stay?", { options: ["Friday", "Saturday"], required: false }),
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
