import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Closing ends the connections that nobody uses. Node leaves two kinds out: those in use at that moment, which are ended
 * once they have had their answer, and those opened ahead, as browsers do, on which nothing was ever asked.
 */
export function leaveNobodyIdle(app: FastifyInstance): void {
  let closing = false;
  const open = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", async () => {
    closing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook("onResponse", async () => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
  });
}
