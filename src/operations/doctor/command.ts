import { CommandFailed } from "@svc/cli/failure"
import { JsonFlag } from "@svc/cli/output"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import type { Finding } from "./rules.ts"

const marks = { ok: "ok     ", warning: "WARNING", failed: "FAILED " }

const line = ({ check, found, status, todo }: Finding) =>
  `${marks[status]}  ${check.padEnd(13)}  ${found}${todo === "" ? "" : ` -> ${todo}`}`.replace(/\p{Cc}/gu, " ")

/**
 * `admin doctor`: checks what the service of this environment depends on, and exits 1 if a check fails. It needs no
 * running service, except for an embedded database.
 */
export const doctor = Command.make(
  "doctor",
  {},
  Effect.fn(function* () {
    // Loaded when it is asked for: the other commands need none of it.
    const { examine } = yield* Effect.promise(() => import("./examination.ts"))
    const findings = yield* examine
    yield* Console.log((yield* JsonFlag) ? JSON.stringify(findings) : findings.map(line).join("\n"))
    const bad = findings.filter(({ status }) => status === "failed").length
    if (bad > 0) return yield* new CommandFailed({ error: `${bad} of ${findings.length} checks failed` })
  })
).pipe(
  Command.withDescription(
    "Check everything that the service in this environment depends on: one line each, and what to do"
  )
)
