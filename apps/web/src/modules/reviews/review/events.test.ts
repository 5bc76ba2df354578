import { expect, test } from "vitest";
import { eventsIn } from "./events.ts";

async function read(...chunks: string[]) {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk) as Uint8Array<ArrayBuffer>);
      controller.close();
    },
  });
  const events = [];
  for await (const event of eventsIn(body)) events.push(event);
  return events;
}

test("events are read however the bytes are cut, without comments and without what was not finished", async () => {
  expect(
    await read(
      "retry: 2000\n\n: still here\n\nevent: cou",
      'nt\ndata: {"count":',
      "1}\n\ndata: a\ndata: b\n\ndata: lost",
    ),
  ).toEqual([
    { event: "count", data: '{"count":1}' },
    { event: "message", data: "a\nb" },
  ]);
});
