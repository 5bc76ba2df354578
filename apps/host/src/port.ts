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
    return `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start.`;
  if (error.code === "EACCES")
    return `This account isn't allowed to use port ${port}. Set PORT to a number above 1023.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `HOST is "${host}", which isn't an address of this machine. Use 127.0.0.1, 0.0.0.0, or one of its addresses.`;
  return `Touchline can't listen on ${host}:${port}: ${error.message}. Check HOST and PORT.`;
}

/** Any port that is free on this machine alone. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port on 127.0.0.1.");
  return address.port;
}
