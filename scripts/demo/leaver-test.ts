import { CreatedAuditorLink, LeaverTest, LeaverTestDetails, LeaverTestDownload } from "@svc/contract/leaver-test/schema"
import { DateTime, Effect, Option, Schedule } from "effect"
import fs from "node:fs"
import path from "node:path"
import type { signIn } from "./customer.ts"
import { DemoFailed } from "./demo-failed.ts"
import { check } from "./evidence.ts"
import { download } from "./http-call.ts"
import { step } from "./printer.ts"
import { type Settings, shown } from "./settings.ts"

const at = "/api/reports/leaver-test"

const percent = (share: number | null) => (share === null ? "unknown" : `${(share * 100).toFixed(1)} %`)

/** Tests every leaver of a year, saves the ZIP next to the demo's data, and creates an auditor link. */
export const showLeaverTest = Effect.fnUntraced(function* (
  settings: Settings,
  mark: string,
  session: Effect.Success<ReturnType<typeof signIn>>,
  keyFile: string
) {
  const today = yield* DateTime.now
  const asked = yield* session.ask("POST", at, 202, LeaverTest, {
    from: DateTime.formatIsoDateUtc(DateTime.subtract(today, { days: 365 })),
    to: DateTime.formatIsoDateUtc(DateTime.add(today, { days: 60 })),
    words: "what the auditor says",
    sample_size: 5
  })
  const ready = yield* session.ask("GET", `${at}/${asked.id}`, 200, LeaverTestDetails).pipe(
    Effect.flatMap((test) =>
      test.status === "queued" || test.status === "running" ? Effect.succeedNone : Effect.succeedSome(test)
    ),
    Effect.repeat({ until: Option.isSome, schedule: Schedule.spaced("300 millis") }),
    Effect.flatMap(Effect.fromOption),
    Effect.mapError((failure) => new DemoFailed({ message: `The leaver test: ${String(failure)}` }))
  )
  if (ready.result === null) {
    return yield* new DemoFailed({
      message: `The leaver test is ${ready.status}: ${ready.error ?? "without a reason"}`
    })
  }
  const { url } = yield* session.ask("GET", `${at}/${asked.id}/download`, 200, LeaverTestDownload)
  const zip = yield* download({ method: "GET", url })
  const file = path.join(settings.dataDir, "evidence", `leaver-test-${mark}.zip`)
  fs.writeFileSync(file, zip)
  const { verdict } = yield* check(file, keyFile)
  if (verdict !== "proven") return yield* new DemoFailed({ message: `The leaver test is ${verdict}` })
  const link = yield* session.ask("POST", `${at}/${asked.id}/links`, 201, CreatedAuditorLink, {
    label: "The demo's auditor"
  })
  const { leavers } = ready.result.statistics
  step(
    `Test every leaver of a year: POST ${at}`,
    `${leavers.total} leavers, ${leavers.tested} tested: ${leavers.in_time} in time, ${leavers.late} late, ${leavers.open} open, ` +
      `${leavers.no_case} without an offboarding; exception rate ${percent(leavers.exception_rate)}, upper bound ${percent(leavers.exception_bound_95)} at 95 % confidence`,
    `200 ${zip.length} bytes, saved as ${shown(file)}; verified without the service: ${verdict}`,
    `for an auditor without an account: ${link.url}`
  )
})
