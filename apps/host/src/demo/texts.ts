import type { FormDefinition, FormField } from "@touchline/contract/library/form-definition";

/** What people of the demo sign and fill in. */

export const conductText = `# Code of conduct

I coach, help or play because I enjoy the game, and I want everybody else to enjoy it too.

- I respect players, referees and other teams, whatever the score.
- I never shout at a child, and I stop others who do.
- I am never alone with a child who is not mine where nobody can see us.
- I write to children only where their parents can read it.
- I report what worries me to the person my organization has named for it.

Whoever does not keep to this may be asked to leave.`;

export const parentsText = `# Parent and guardian code of conduct

Children hear everything that is said from the sideline.

- I cheer for effort, on both sides, and leave coaching to the coach.
- I do not speak to the referee before, during or after the match.
- I tell the coach of injuries and worries, in private and not on the day of a match.
- I bring and collect my child on time, or say who does.
- What I would not say to a child's face I do not write in the team's chat.

One signature counts for all your children.`;

export const photoText = `# Photo permission

Pictures of matches and training may be shown on the pages of the club and the association, without names.

- No picture shows a child hurt, sad or changing clothes.
- Whoever asks for a picture to be taken down has that done within two days.
- This permission can be taken back at any time; a message to the club is enough.

Who does not sign this plays just the same.`;

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
        field("phone", "phone", "Phone on the day", { prefill: "phone" }),
        field("call", "text", "Whom do we call if something happens?", {
          help: "Name and phone number.",
          prefill: "emergencyContactName",
        }),
      ],
    },
    {
      key: "trip",
      title: "The trip",
      text: "We leave on Friday at 3 in the afternoon and are back on Sunday evening.",
      showIf: null,
      fields: [
        field("travel", "choice", "How do you travel?", { options: ["On the team bus", "In my own car"] }),
        field("seats", "number", "How many others can ride with you?", {
          min: 0,
          max: 8,
          showIf: { fieldKey: "travel", test: "is", value: "In my own car" },
        }),
        field("nights", "choices", "Which nights do you stay?", { options: ["Friday", "Saturday"], required: false }),
        field("allergy", "yesNo", "Is there anything you must not eat?"),
        field("which", "longText", "What is it?", { showIf: { fieldKey: "allergy", test: "is", value: "yes" } }),
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
