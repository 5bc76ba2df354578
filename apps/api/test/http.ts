import type { AnyEndpoint, BodyInput, ParamsOf, Problem, QueryInput, ResponseOf } from "@touchline/contract";

export type RequestOf<E extends AnyEndpoint> = {
  params?: ParamsOf<E>;
  query?: Partial<QueryInput<E>>;
  body?: BodyInput<E>;
  files?: File[];
  /** The Idempotency-Key, if the call should be safe to repeat. */
  key?: string;
};
export type AnswerOf<E extends AnyEndpoint> = { status: number; body: ResponseOf<E> & Problem; headers: Headers };

/** Builds a request like any client, and sends it over real HTTP. */
export async function ask<E extends AnyEndpoint>(
  base: string,
  token: string | null,
  endpoint: E,
  { params, query, body, files, key }: RequestOf<E> = {},
): Promise<AnswerOf<E>> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, string> | undefined)?.[name] ?? "")),
  );
  const url = new URL(`${base}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) url.searchParams.append(name, String(one));
  }
  const answer = await fetch(url, {
    method: endpoint.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { "idempotency-key": key } : {}),
      ...(body !== undefined && !files ? { "content-type": "application/json" } : {}),
    },
    ...(files ? { body: formOf(body, files) } : body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  const json = answer.headers.get("content-type")?.includes("json") && text !== "";
  return { status: answer.status, body: (json ? JSON.parse(text) : text) as never, headers: answer.headers };
}

function formOf(fields: unknown, files: File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((fields ?? {}) as Record<string, unknown>)) form.set(name, String(value));
  for (const file of files) form.append("file", file);
  return form;
}
