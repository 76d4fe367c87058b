import { Effect, FileSystem, Redacted, Schedule } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { AppConfig } from "#platform/config/config"
import { builtService, childEnvironment } from "./child-environment.ts"
import { DatabaseAddress } from "./database.ts"

// One for all nodes of a test, as in production, and for all of a run: a database knows whose key it was signed with.
const signingKey = process.env["TEST_SIGNING_KEY"] ?? ""

export interface ServiceProcess {
  readonly baseUrl: string
  readonly pid: number
  readonly databaseUrl: string
  /** Sends the signal and waits for the end; answers the exit code, null when the signal killed it. */
  readonly stop: (signal: "SIGTERM" | "SIGKILL") => Effect.Effect<number | null>
  readonly log: () => string
}

const end = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Effect.succeed(child.exitCode)
    : Effect.map(
        Effect.promise(() => once(child, "exit")),
        () => child.exitCode
      )

/**
 * The service itself, built and in a process of its own, on the suite's database and with the suite's master key,
 * so that both see the same rows and open the same secrets. It may call this machine.
 */
export const aServiceProcess = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>> = {}) {
  const fs = yield* FileSystem.FileSystem
  const config = yield* AppConfig
  const databaseUrl = yield* DatabaseAddress
  const dataDir = yield* fs.makeTempDirectoryScoped({ prefix: "svc-process-" })
  let log = ""
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", builtService], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...childEnvironment,
      PORT: "0",
      BASE_URL: "http://svc.test",
      DATA_DIR: dataDir,
      DATABASE_URL: Redacted.value(databaseUrl),
      AUDIT_SIGNING_KEY: signingKey,
      MASTER_KEY: Buffer.from(Redacted.value(config.masterKey)).toString("base64"),
      OUTBOUND_ALLOW: "127.0.0.0/8",
      LOG_FORMAT: "json",
      LOG_LEVEL: "info",
      ...environment
    }
  })
  child.stdout.on("data", (chunk: Buffer) => (log += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()))
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      child.kill("SIGKILL")
      return end(child)
    })
  )
  const baseUrl = yield* Effect.suspend(() => {
    if (child.exitCode !== null) return Effect.die(`The service ended: ${log}`)
    const address = /\blistening\b[^\n]*?\burl(?:=|":")(http:\/\/[^"\s]+)/.exec(log)?.[1]
    return address === undefined ? Effect.fail("not yet" as const) : Effect.succeed(address)
  }).pipe(
    Effect.retry(Schedule.spaced("20 millis")),
    Effect.mapError(() => `The service did not start: ${log}`),
    Effect.orDie
  )
  const service: ServiceProcess = {
    baseUrl,
    pid: child.pid ?? 0,
    databaseUrl: Redacted.value(databaseUrl),
    stop: (signal) =>
      Effect.suspend(() => {
        child.kill(signal)
        return end(child)
      }),
    log: () => log
  }
  return service
})
