import { Effect, FileSystem, Redacted } from "effect"
import path from "node:path"
import { builtService } from "../../scripts/built-service.ts"
import { benchFolder } from "./opponents.ts"
import { startServer } from "./processes.ts"
import { masterKeyText, signingKeyText } from "./seed.ts"

/** The service itself as a process of its own, with its jobs, on the given database or on its embedded one. */
export const startService = Effect.fn("Bench.startService")(function* (options: {
  /** Names the log and, without `dataDir`, the data folder. */
  readonly name: string
  readonly databaseUrl?: Redacted.Redacted
  readonly dataDir?: string
  /** Of another release; by default what is here, as `npm start` runs it. */
  readonly file?: string
  readonly logLevel?: "warn" | "info"
  readonly env?: Readonly<Record<string, string>>
}) {
  const fs = yield* FileSystem.FileSystem
  const dataDir = options.dataDir ?? path.join(benchFolder, options.name)
  yield* fs.makeDirectory(dataDir, { recursive: true, mode: 0o711 })
  return yield* startServer({
    name: options.name,
    file: options.file ?? builtService(),
    readyPath: "/health/ready",
    // As scripts/launch.mjs starts it.
    flags: (process.env["BENCH_FLAGS"] ?? "--max-semi-space-size=16 --no-allocation-site-pretenuring")
      .split(" ")
      .filter((flag) => flag !== ""),
    env: {
      AUDIT_SIGNING_KEY: signingKeyText,
      MASTER_KEY: masterKeyText,
      DATA_DIR: dataDir,
      LOG_LEVEL: options.logLevel ?? "warn",
      LOG_FORMAT: "json",
      JOBS: "on",
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: Redacted.value(options.databaseUrl) }),
      ...options.env
    }
  })
})

/** The bare Fastify on the same database, or one of its kind from another file. */
export const startFastify = (options: {
  readonly databaseUrl: Redacted.Redacted
  readonly organisation: string
  readonly file?: string
  readonly env?: Readonly<Record<string, string>>
}) =>
  startServer({
    name: "fastify",
    file: options.file ?? "test/bench/fastify-server.ts",
    readyPath: "/ready",
    env: {
      NODE_ENV: "production",
      DATABASE_URL: Redacted.value(options.databaseUrl),
      ORGANISATION: options.organisation,
      ...options.env
    }
  })
