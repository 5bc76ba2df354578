import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../host/src/port.ts";

const program = "/usr/sbin/nginx";
export const hasNginx = existsSync(program);

/** Starts nginx in front of a server with nothing configured except the target, so its defaults limit the size of requests. */
export async function nginxBefore(backend: string): Promise<{ base: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "touchline-nginx-"));
  // Its workers run as another account, which buffers request bodies in this folder.
  await chmod(folder, 0o755);
  const base = `http://127.0.0.1:${await freePort()}`;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const site = `server { listen ${new URL(base).host}; location / { proxy_pass ${backend}; } }`;
  const file = join(folder, "config");
  await writeFile(
    file,
    `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\n${site}\n}\n`,
  );
  const child = spawn(program, ["-c", file], { stdio: "ignore" });
  const close = async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  };
  const until = Date.now() + 20_000;
  while (!(await fetch(`${base}/api/active-user-session`).catch(() => null))) {
    if (Date.now() < until && child.exitCode === null) await wait(50);
    else {
      await close();
      throw new Error("nginx did not start.");
    }
  }
  return { base, close };
}
