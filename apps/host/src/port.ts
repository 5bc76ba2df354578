import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Learns early whether the port can be had, before a database is started for nothing.
 *
 * @throws Error with one sentence.
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host, port, exclusive: true });
    await once(probe, "listening");
  } catch (error) {
    throw new Error(sentence(error as NodeJS.ErrnoException, host, port), { cause: error });
  }
  probe.close();
  await once(probe, "close");
}

function sentence(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === "EADDRINUSE")
    return `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start.`;
  if (error.code === "EACCES") return `Port ${port} may not be used by this account. Choose one above 1023 with PORT.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `HOST is "${host}", which is no address of this machine.`;
  return `Cannot listen on ${host}:${port}: ${error.message}`;
}

/** Any port that is free on this machine alone. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No free port on 127.0.0.1.");
  return address.port;
}
