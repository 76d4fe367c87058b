import { assert, layer } from "#test/support/suite"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect, Fiber, Schedule } from "effect"
import { ScheduledReports } from "#reports/scheduled-reports/service"
import { adminIn } from "#test/cli/admin"
import { actionsOf } from "#test/support/log"
import { anAdmin, asCaller } from "#test/support/people"
import { aServiceProcess } from "#test/support/service-process"
import { smtpServer } from "#test/support/smtp-server"
import { systemSql } from "#test/support/tables"
import { LiveServices, operatorToken } from "#test/support/TestApp"

const messageId = (message: string) => /^Message-ID: (<.+>)\r?$/m.exec(message)?.[1] ?? "none"

/** The attachments as they were encoded. */
const attachments = (message: string) =>
  message
    .split(/\r?\n--/)
    .filter((part) => part.includes("Content-Disposition: attachment"))
    .map((part) =>
      part
        .split(/\r?\n\r?\n/)
        .slice(1)
        .join("")
        .replaceAll(/\s/g, "")
    )

layer(LiveServices, { excludeTestServices: true })("a scheduled report survives the process", (it) => {
  // scheduled-reports-6
  it.effect(
    "kill -9 between mail and record: another node sends the very same document, once, and records it once",
    function* () {
      const admin = yield* anAdmin()
      const reports = yield* ScheduledReports
      yield* asCaller(admin)(
        reports.create({
          name: "Leavers",
          type: "offboarding_stats",
          schedule: "daily",
          recipients: [EmailAddress.make("board@elsewhere.test")],
          include_pdf: true
        })
      )
      // It takes the mail and never says so.
      const taken: Array<string> = []
      const silent = yield* smtpServer({
        onData: (stream) => {
          const chunks: Array<Buffer> = []
          stream.on("data", (chunk: Buffer) => chunks.push(chunk))
          stream.on("end", () => void taken.push(Buffer.concat(chunks).toString()))
        }
      })
      const answering = yield* smtpServer()
      const environment = (port: number) => ({
        OPERATOR_TOKEN: operatorToken,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        JOBS: "off"
      })
      const round = (baseUrl: string) =>
        Effect.map(
          adminIn(
            { BASE_URL: baseUrl, OPERATOR_TOKEN: operatorToken },
            "job",
            "run",
            "scheduled-reports",
            "--org",
            admin.orgId,
            "--json"
          ),
          ({ stdout }) => stdout.replaceAll(/\s/g, "")
        )

      const first = yield* aServiceProcess(environment(silent.port))
      const asked = yield* Effect.forkChild(round(first.baseUrl))
      yield* Effect.suspend(() => (taken.length > 0 ? Effect.void : Effect.fail("not yet" as const))).pipe(
        Effect.retry(Schedule.spaced("20 millis"))
      )
      yield* first.stop("SIGKILL")
      yield* Fiber.join(asked)
      assert.deepStrictEqual(
        yield* systemSql`SELECT status, attempts FROM scheduled_report_copies WHERE org_id = ${admin.orgId}`,
        [{ status: "sending", attempts: 1 }]
      )
      assert.notInclude(yield* actionsOf(admin.orgId), "scheduled_report.sent")

      const second = yield* aServiceProcess(environment(answering.port))
      // Its lease outlives it by some seconds, in which nobody else sends.
      yield* systemSql`UPDATE platform_leases SET leased_until = now()`
      assert.include(yield* round(second.baseUrl), '{"sent":1,"failed":0}')
      assert.include(yield* round(second.baseUrl), '{"sent":0,"failed":0}')
      assert.lengthOf(answering.received, 1)
      const [before = "", after = ""] = [taken[0], answering.received[0]?.message]
      assert.strictEqual(messageId(after), messageId(before))
      assert.lengthOf(attachments(before), 2)
      assert.deepStrictEqual(attachments(after), attachments(before))
      assert.lengthOf(yield* actionsOf(admin.orgId, { action: "scheduled_report.sent" }), 1)
    },
    { timeout: 120_000 }
  )
})
