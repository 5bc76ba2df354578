/** Parses the events of a stream as they arrive. Comments and incomplete events are left out. Source: HTML Standard, 9.2.6. */
export async function* eventsIn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<{ event: string; data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (unread + value).replaceAll("\r\n", "\n").split("\n\n");
      unread = parts.pop() ?? "";
      for (const part of parts) {
        const read = eventOf(part);
        if (read) yield read;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(part: string): { event: string; data: string } | null {
  let event = "message";
  const data: string[] = [];
  for (const line of part.split("\n")) {
    const [, name, value = ""] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (name === "event") event = value;
    if (name === "data") data.push(value);
  }
  return data.length === 0 ? null : { event, data: data.join("\n") };
}
