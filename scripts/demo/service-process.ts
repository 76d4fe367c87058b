import { Effect, Schedule } from "effect"
import fs from "node:fs"
import { builtService } from "../built-service.ts"
import { startChild } from "./child-process.ts"
import { DemoFailed } from "./demo-failed.ts"
import { complain } from "./printer.ts"
import { freePort, type Settings, shown } from "./settings.ts"

/** Settings the demo must not inherit: another database, other keys or another mail server; and `VENDOR_…_URL`. */
const othersSettings = [
  "AUDIT_SIGNING_KEY",
  "AUDIT_SIGNING_KEY_REPLACES",
  "AUDIT_WITNESS_URL",
  "DATABASE_URL",
  "ESIGNATURE_FALLBACK",
  "HOST",
  "JOBS",
  "MAIL_FROM",
  "MASTER_KEY",
  "MASTER_KEY_LOST",
  "MASTER_KEY_PREVIOUS",
  "NODE_ENV",
  "OPERATOR_TOKEN",
  "REDIS_URL",
  "SMTP_URL",
  "STORAGE_URL",
  "TRUSTED_PROXIES"
]

const inherited = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !othersSettings.includes(name) && !name.startsWith("VENDOR_"))
  )

/** Prints the end of the service's log: only a failure makes it worth reading. */
export const showLog = ({ serviceLog }: Settings) =>
  Effect.sync(() => {
    if (!fs.existsSync(serviceLog)) return
    const lines = fs.readFileSync(serviceLog, "utf8").trimEnd().split("\n")
    complain(`The last lines of ${shown(serviceLog)}:`)
    for (const line of lines.slice(-15)) complain(`  ${line}`)
  })

const isReady = (baseUrl: string) =>
  Effect.tryPromise((signal) => fetch(`${baseUrl}/health/ready`, { signal })).pipe(
    Effect.timeout("2 seconds"),
    Effect.filterOrFail(({ status }) => status === 200)
  )

/** Starts the real service on its embedded database and waits until it can serve. */
export const startService = Effect.fnUntraced(function* (
  settings: Settings,
  options: {
    readonly authority: string
    readonly allowed: ReadonlyArray<string>
    readonly okta: string
    readonly docusign: string
  }
) {
  const port = yield* freePort(settings.firstPort)
  const baseUrl = `http://127.0.0.1:${port}`
  const log = fs.openSync(settings.serviceLog, "a", 0o600)
  const child = yield* startChild(builtService(), {
    env: {
      ...inherited(),
      DATA_DIR: settings.dataDir,
      PORT: String(port),
      BASE_URL: baseUrl,
      OUTBOUND_ALLOW: options.allowed.join(","),
      VENDOR_OKTA_URL: options.okta,
      VENDOR_DOCUSIGN_URL: options.docusign,
      NODE_EXTRA_CA_CERTS: options.authority
    },
    stdio: ["ignore", log, log]
  })
  fs.closeSync(log)
  yield* isReady(baseUrl).pipe(
    Effect.retry(Schedule.spaced("50 millis")),
    Effect.raceFirst(
      Effect.flatMap(child.ended, (end) => new DemoFailed({ message: `The service ended during its start: ${end}` }))
    ),
    Effect.timeoutOrElse({
      duration: "60 seconds",
      orElse: () => new DemoFailed({ message: `The service was not ready at ${baseUrl} within 60 seconds` })
    })
  )
  return { baseUrl, ended: child.ended }
})
