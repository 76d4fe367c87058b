import { NodeServices } from "@effect/platform-node"
import { Effect, FileSystem, Redacted, Schedule } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import net from "node:net"
import path from "node:path"
import { databaseUser, spawnOptions } from "#platform/process/unprivileged-user"
import { aFreePort } from "./free-port.ts"

/** Debian puts it where a user's PATH does not look. */
export const pgbouncer = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"]
  .map((folder) => path.join(folder, "pgbouncer"))
  .find((file) => existsSync(file))

const answers = (port: number) =>
  Effect.callback<void, "not yet">((resume) => {
    const socket = net.connect(port, "127.0.0.1")
    socket.once("connect", () => resume(Effect.void)).once("error", () => resume(Effect.fail("not yet")))
    return Effect.sync(() => socket.destroy())
  })

/** A PgBouncer before this database until the scope ends; answers the address that leads through it. */
export const aPooler = Effect.fnUntraced(function* (
  program: string,
  database: Redacted.Redacted,
  settings: Readonly<Record<string, string>>
) {
  const fs = yield* FileSystem.FileSystem
  const as = yield* databaseUser
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "svc-pgbouncer-" })
  const behind = new URL(Redacted.value(database))
  const port = yield* aFreePort
  const name = decodeURIComponent(behind.username)
  yield* fs.writeFileString(path.join(folder, "users.txt"), `"${name}" "${decodeURIComponent(behind.password)}"\n`)
  const lines = Object.entries({
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    auth_type: "trust",
    auth_file: path.join(folder, "users.txt"),
    default_pool_size: "40",
    ...settings
  }).map(([setting, value]) => `${setting} = ${value}`)
  const file = path.join(folder, "pgbouncer.ini")
  yield* fs.writeFileString(
    file,
    `[databases]\n* = host=${behind.hostname} port=${behind.port}\n[pgbouncer]\n${lines.join("\n")}\n`
  )
  // It refuses to be root, as PostgreSQL does.
  yield* fs.chmod(folder, 0o755)
  const child = spawn(program, ["-q", file], { ...spawnOptions({ as }), stdio: "ignore" })
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL")
        await once(child, "exit")
      }
    })
  )
  yield* answers(port).pipe(Effect.retry(Schedule.spaced("20 millis")), Effect.orDie)
  behind.host = `127.0.0.1:${port}`
  return Redacted.make(behind.href)
}, Effect.provide(NodeServices.layer))
