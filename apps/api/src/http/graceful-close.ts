import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Ends idle connections when the server closes. Node leaves out connections that are in use, which end after their response, and those that
 * browsers opened ahead and never used.
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
