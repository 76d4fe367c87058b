import { assert, layer } from "#test/support/suite"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmailAddress } from "@svc/contract/kernel/text"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { createHash, generateKeyPairSync, verify } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { Jobs } from "#platform/jobs/jobs"
import { AppConfig } from "#platform/config/config"
import { Loops } from "#App"
import { Secrets } from "#platform/keys/secrets"
import { webhookPlace } from "#reports/scheduled-reports/service"
import { aCase, aPerson } from "#test/support/cases"
import { entriesOf, toldOf } from "#test/support/log"
import { listen } from "#test/support/outbound-servers"
import { hasOpenssl, opensslVerifies, unlessOpenssl } from "#test/support/openssl"
import { readPdf } from "#test/support/pdf"
import { aMember, anAdmin, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { smtpServer } from "#test/support/smtp-server"
import { systemSql } from "#test/support/tables"
import { TestConfig, testAppWith } from "#test/support/TestApp"
import { aList, aReport, decodeReport, path, reportOf } from "./support.ts"

const { privateKey, publicKey } = generateKeyPairSync("ed25519")

interface Received {
  readonly to: ReadonlyArray<string>
  readonly message: string
}

/** Addresses that the mail server refuses for now, and what it took. */
const refused = new Set<string>()
let received: ReadonlyArray<Received> = []

const Config = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const server = yield* smtpServer({
      onRcptTo: ({ address }, _session, done) =>
        refused.has(address) ? done(Object.assign(new Error("later"), { responseCode: 451 })) : done()
    })
    received = server.received
    return AppConfig.of({
      ...(yield* AppConfig),
      smtpUrl: Option.some(Redacted.make(`smtp://127.0.0.1:${server.port}`)),
      auditSigningKey: Option.some(Redacted.make(privateKey.export({ format: "pem", type: "pkcs8" }).toString()))
    })
  })
).pipe(Layer.provide(TestConfig))

const App = Loops.pipe(Layer.provideMerge(testAppWith(Config)))

const at = (text: string) => TestClock.setTime(DateTime.makeUnsafe(text).epochMilliseconds)
const round = (by: Member) => Jobs.use((jobs) => jobs.run("scheduled-reports", by.orgId))

/** A mail's text without the wrapping of its transport. */
const readable = (message: string) =>
  message
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const mailsTo = (address: string) => received.filter(({ to }) => to.includes(address)).map(({ message }) => message)
const lastTo = (address: string) => readable(mailsTo(address).at(-1) ?? "")

/** The bytes of an attachment whose name ends like this. */
const attachment = (message: string, ending: string) => {
  const part = message.split(/\r?\n--/).find((text) => new RegExp(`filename=[^\\r\\n]*${ending}"?\\r?\\n`).test(text))
  return Buffer.from(
    part
      ?.split(/\r?\n\r?\n/)
      .slice(1)
      .join("") ?? "",
    "base64"
  )
}

const leaves = (by: Member, name: string, department: string, more: { readonly exit?: string } = {}) =>
  aCase(by, {
    employee_name: name,
    employee_email: EmailAddress.make(`${name.toLowerCase().replaceAll(" ", ".")}@acme.test`),
    employee_department: department,
    exit_date: CalendarDate.make(more.exit ?? "2026-04-30")
  })

layer(App, { timeout: "180 seconds" })("scheduled reports go out", (it) => {
  // scheduled-reports-3
  it.effect("users of the organisation get rows, whoever is none gets totals only (scheduled-reports-3)", function* () {
    yield* at("2026-03-02T09:00:00Z")
    const admin = yield* anAdmin()
    const [reader, german] = [yield* aMember(admin.orgId, "hr"), yield* aMember(admin.orgId, "hr")]
    yield* systemSql`UPDATE users SET language = 'de' WHERE id = ${german.userId}`
    const outsider = `o-${admin.userId}@elsewhere.test`
    const { id } = yield* leaves(admin, "Grace Hopper", "Research")
    yield* leaves(admin, "Bo Diddley", "Sales")
    yield* systemSql`UPDATE offboardings SET legal_hold = true WHERE id = ${id}`
    yield* TestClock.adjust("1 minute")
    const report = yield* aReport(admin, { recipients: [reader.email, german.email, outsider], grouping: "department" })
    assert.deepStrictEqual(yield* round(admin), { sent: 3, failed: 0 })
    const full = lastTo(reader.email)
    for (const text of ["Grace Hopper", "Bo Diddley", "On legal hold", "By department"]) assert.include(full, text)
    for (const text of ["Grace Hopper", "Gestartet | 2", "Nach Abteilung"]) assert.include(lastTo(german.email), text)
    const totals = lastTo(outsider)
    for (const text of ["Started | 2", "Open now | 2", "Leavers"]) assert.include(totals, text)
    for (const text of ["Grace", "Bo Diddley", "legal hold", "Sales"]) assert.notInclude(totals, text)
    const shown = yield* reportOf(admin, report.id)
    assert.isNull(shown?.last_error)
    assert.isNotNull(shown?.last_run)
    assert.deepStrictEqual(yield* round(admin), { sent: 0, failed: 0 })
  })

  // scheduled-reports-3: Members get rows and figures of their own records, and only with `offboardings_view`; any
  //   other recipient gets totals only. Both are decided when it is sent, and the preview shows them.
  it.effect("members get rows and figures of their own records, and totals without offboardings_view", function* () {
    yield* at("2026-03-02T09:00:00Z")
    const admin = yield* anAdmin()
    const role = { scope: "departments", departments: ["Sales"] } as const
    const seller = yield* aMember(admin.orgId, { permissions: ["offboardings_view"], ...role })
    const manager = yield* aMember(admin.orgId, "manager")
    const settings = yield* aMember(admin.orgId, { permissions: ["settings_manage"], scope: "all" })
    const { id } = yield* leaves(admin, "Grace Hopper", "Legal")
    yield* leaves(admin, "Bo Diddley", "Sales")
    yield* systemSql`UPDATE offboardings SET legal_hold = true WHERE id = ${id}`
    yield* TestClock.adjust("1 minute")
    const recipients = [seller.email, manager.email, settings.email]
    const { id: reportId } = yield* aReport(admin, { recipients, grouping: "department" })
    const preview = yield* as(admin).get(`${path}/${reportId}/preview`)
    assert.deepStrictEqual(preview.body, {
      recipients: [
        { address: seller.email, gets: "rows", records: "departments" },
        { address: manager.email, gets: "rows", records: "direct_reports" },
        { address: settings.email, gets: "totals", records: null }
      ]
    })
    assert.deepStrictEqual(yield* round(admin), { sent: 3, failed: 0 })
    const own = lastTo(seller.email)
    for (const text of ["Bo Diddley", "Started | 1", "On legal hold | 0"]) assert.include(own, text)
    for (const text of ["Grace", "Legal"]) assert.notInclude(own, text)
    const reports = lastTo(manager.email)
    assert.include(reports, "Started | 0")
    for (const text of ["Grace", "Bo Diddley", "Sales"]) assert.notInclude(reports, text)
    const totals = lastTo(settings.email)
    assert.include(totals, "Started | 2")
    for (const text of ["Grace", "Bo Diddley", "legal hold", "Sales"]) assert.notInclude(totals, text)
  })

  // scheduled-reports-14: No member gets their own offboarding.
  it.effect("no member is mailed their own offboarding, with access to all records either", function* () {
    yield* at("2026-03-02T09:00:00Z")
    const admin = yield* anAdmin()
    const reader = yield* aMember(admin.orgId, "hr")
    const { id } = yield* leaves(admin, "Grace Hopper", "Research")
    yield* leaves(admin, "Bo Diddley", "Sales")
    yield* systemSql`UPDATE offboardings SET employee_email = ${reader.email} WHERE id = ${id}`
    yield* TestClock.adjust("1 minute")
    yield* aReport(admin, { recipients: [reader.email] })
    assert.deepStrictEqual(yield* round(admin), { sent: 1, failed: 0 })
    assert.include(lastTo(reader.email), "Bo Diddley")
    assert.notInclude(lastTo(reader.email), "Grace")
  })

  // scheduled-reports-3
  it.effect("a retry sends what the member may read by then", function* () {
    yield* at("2026-03-02T09:00:00Z")
    const admin = yield* anAdmin()
    const reader = yield* aMember(admin.orgId, "hr")
    yield* leaves(admin, "Grace Hopper", "Research")
    yield* leaves(admin, "Bo Diddley", "Sales")
    yield* TestClock.adjust("1 minute")
    yield* aReport(admin, { recipients: [reader.email] })
    refused.add(reader.email)
    assert.deepStrictEqual(yield* round(admin), { sent: 0, failed: 1 })
    yield* systemSql`
          UPDATE memberships SET scope = 'departments', departments = ARRAY['Sales'] WHERE user_id = ${reader.userId}`
    refused.delete(reader.email)
    assert.deepStrictEqual(yield* round(admin), { sent: 1, failed: 0 })
    assert.include(lastTo(reader.email), "Bo Diddley")
    assert.notInclude(lastTo(reader.email), "Grace")
  })

  // scheduled-reports-3
  it.effect("of overdue_tasks an outsider gets the number alone (scheduled-reports-3)", function* () {
    yield* at("2026-03-02T09:00:00Z")
    const admin = yield* anAdmin()
    const outsider = `t-${admin.userId}@elsewhere.test`
    const { id } = yield* leaves(admin, "Grace Hopper", "Research")
    yield* systemSql`
          INSERT INTO checklist_items (org_id, id, offboarding_id, task, assigned_to, created_at, due_date, completed_at)
          VALUES (${admin.orgId}, gen_random_uuid(), ${id}, 'Collect the badge', 'IT', now(), '2026-03-01', NULL),
            (${admin.orgId}, gen_random_uuid(), ${id}, 'Due today', 'HR', now(), '2026-03-02', NULL),
            (${admin.orgId}, gen_random_uuid(), ${id}, 'Done in time', 'HR', now(), '2026-02-01', now())`
    yield* aReport(admin, { type: "overdue_tasks", grouping: "assignee", recipients: [admin.email, outsider] })
    assert.deepStrictEqual(yield* round(admin), { sent: 2, failed: 0 })
    assert.include(lastTo(admin.email), "Collect the badge")
    assert.include(lastTo(admin.email), "By assignee")
    for (const text of ["Due today", "Done in time"]) assert.notInclude(lastTo(admin.email), text)
    assert.include(lastTo(outsider), "Overdue tasks | 1")
    for (const text of ["badge", "Grace", "By assignee"]) assert.notInclude(lastTo(outsider), text)
  })

  // scheduled-reports-8: Each copy's PDF has its own document id and SHA-256 in the entry of its send, and its
  //   signature is attached.
  it.effect(
    "each copy has a PDF of its own, signed, whose id and SHA-256 its entry names (scheduled-reports-8)",
    function* () {
      yield* at("2026-03-02T09:00:00Z")
      const admin = yield* anAdmin()
      const outsider = `p-${admin.userId}@elsewhere.test`
      yield* leaves(admin, "Grace Hopper", "Research")
      yield* TestClock.adjust("1 minute")
      yield* aReport(admin, { include_pdf: true, recipients: [admin.email, outsider] })
      assert.deepStrictEqual(yield* round(admin), { sent: 2, failed: 0 })
      const entries = yield* entriesOf(admin.orgId, { action: "scheduled_report.sent" })
      const hashes = new Set<string>()
      for (const address of [admin.email, outsider]) {
        const [message = ""] = mailsTo(address)
        const pdf = attachment(message, "\\.pdf")
        assert.strictEqual(pdf.subarray(0, 5).toString(), "%PDF-")
        const sha256 = createHash("sha256").update(pdf).digest("hex")
        hashes.add(sha256)
        const { isTagged, text } = yield* readPdf(pdf)
        assert.isTrue(isTagged)
        assert.include(text, "Leavers")
        assert.match(text, /Signing key [0-9a-f]{16}, public key at \S+\/\.well-known\/offboarding-signing-keys\.json/)
        assert.match(readable(message), /Signing key [0-9a-f]{16}, public key at/)
        if (address === outsider) assert.notMatch(text, /Grace|Research|legal hold/i)
        else assert.include(text, "Grace Hopper")
        assert.isTrue(verify(null, pdf, publicKey, attachment(message, "\\.pdf\\.sig")))
        const entry = entries.find(({ details }) => details.includes(address))
        assert.include(entry?.details, sha256)
        const documentId = /document id: (\S+),/.exec(entry?.details ?? "")?.[1] ?? "none"
        assert.include(message, `Message-ID: <${documentId}@svc.test>`)
        assert.notInclude(entry?.stored, address)
      }
      assert.strictEqual(hashes.size, 2)
    }
  )

  it.effect.skipIf(!hasOpenssl)(`openssl alone verifies a mailed PDF${unlessOpenssl}`, function* () {
    yield* at("2026-03-02T09:00:00Z")
    const admin = yield* anAdmin()
    yield* aReport(admin, { include_pdf: true, recipients: [admin.email] })
    yield* round(admin)
    const [message = ""] = mailsTo(admin.email)
    const key = publicKey.export({ format: "pem", type: "spki" }).toString()
    const [pdf, signature] = [attachment(message, "\\.pdf"), attachment(message, "\\.pdf\\.sig")]
    assert.isTrue(yield* opensslVerifies(key, pdf, signature))
    assert.isFalse(yield* opensslVerifies(key, pdf.subarray(1), signature))
  })

  // scheduled-reports-6
  it.effect("daily once a day of UTC, weekly on Mondays, monthly on the 1st (scheduled-reports-6)", function* () {
    yield* at("2026-03-02T09:00:00Z")
    const admin = yield* anAdmin()
    const to = (schedule: string) => `${schedule}-${admin.userId}@elsewhere.test`
    const schedules = ["daily", "weekly", "monthly"]
    for (const schedule of schedules) yield* aReport(admin, { schedule, recipients: [to(schedule)] })
    const counts = () => schedules.map((schedule) => mailsTo(to(schedule)).length)
    yield* round(admin)
    assert.deepStrictEqual(counts(), [1, 1, 0])
    yield* at("2026-03-02T23:59:00Z")
    yield* round(admin)
    assert.deepStrictEqual(counts(), [1, 1, 0])
    yield* at("2026-03-03T00:00:00Z")
    yield* round(admin)
    assert.deepStrictEqual(counts(), [2, 1, 0])
    yield* at("2026-03-09T00:00:00Z")
    yield* round(admin)
    assert.deepStrictEqual(counts(), [3, 2, 0])
    yield* at("2026-04-01T12:00:00Z")
    yield* round(admin)
    assert.deepStrictEqual(counts(), [4, 2, 1])
  })

  // scheduled-reports-11: A paused one sends nothing; each says when it goes out next and of which time it will tell.
  it.effect(
    "a paused one says so, and goes out neither when it is due nor when its try is (scheduled-reports-11)",
    function* () {
      yield* at("2026-03-02T09:20:00Z")
      const admin = yield* anAdmin()
      const to = `paused-${admin.userId}@elsewhere.test`
      const { id, next } = yield* aReport(admin, { schedule: "weekly", date_range: "last_week", recipients: [to] })
      const moments = (report: { readonly next: typeof next } | undefined) =>
        report?.next &&
        [report.next.at, ...(report.next.from ? [report.next.from] : []), report.next.to].map(DateTime.formatIso)
      const week = ["2026-02-23T00:00:00.000Z", "2026-03-02T00:00:00.000Z"]
      assert.deepStrictEqual(moments({ next }), ["2026-03-02T10:00:00.000Z", ...week])
      refused.add(to)
      assert.deepStrictEqual(yield* round(admin), { sent: 0, failed: 1 })
      refused.delete(to)
      const set = (active: boolean) =>
        Effect.flatMap(as(admin).patch(`${path}/${id}`, { active }), ({ body }) => decodeReport(body))
      assert.deepInclude(yield* set(false), { active: false, next: null })
      yield* at("2026-03-02T10:00:00Z")
      assert.deepStrictEqual(yield* round(admin), { sent: 0, failed: 0 })
      yield* at("2026-03-09T00:00:00Z")
      assert.deepStrictEqual(yield* round(admin), { sent: 0, failed: 0 })
      assert.deepStrictEqual(moments(yield* set(true))?.slice(0, 1), ["2026-03-09T01:00:00.000Z"])
      yield* at("2026-03-09T01:00:00Z")
      assert.deepStrictEqual(yield* round(admin), { sent: 1, failed: 0 })
      assert.deepStrictEqual(moments(yield* reportOf(admin, id))?.slice(0, 1), ["2026-03-16T00:00:00.000Z"])
      const changes = yield* entriesOf(admin.orgId, { action: "scheduled_report.updated" })
      assert.isTrue(changes.some(({ details }) => /^changed: active; now .+, paused$/.test(details ?? "")))
    }
  )

  // scheduled-reports-6
  it.effect(
    "what could not be sent is tried by the next round, what was sent is not sent again (scheduled-reports-6)",
    function* () {
      yield* at("2026-03-02T09:00:00Z")
      const admin = yield* anAdmin()
      const [one, two] = [`one-${admin.userId}@elsewhere.test`, `two-${admin.userId}@elsewhere.test`]
      const report = yield* aReport(admin, { schedule: "weekly", recipients: [one, two] })
      refused.add(one).add(two)
      assert.deepStrictEqual(yield* round(admin), { sent: 0, failed: 2 })
      const failed = yield* reportOf(admin, report.id)
      assert.deepInclude(failed, {
        last_run: null,
        last_error: "2 of 2 emails could not be sent: SMTP failed: EENVELOPE, reply 451"
      })
      assert.isNotNull(failed?.last_attempt_at)
      refused.delete(two)
      yield* at("2026-03-02T10:00:00Z")
      assert.deepStrictEqual(yield* round(admin), { sent: 1, failed: 1 })
      refused.delete(one)
      // On a Tuesday, too: the week's report is still to be sent.
      yield* at("2026-03-03T10:00:00Z")
      assert.deepStrictEqual(yield* round(admin), { sent: 1, failed: 0 })
      assert.isNull((yield* reportOf(admin, report.id))?.last_error)
      assert.deepStrictEqual(yield* round(admin), { sent: 0, failed: 0 })
      assert.deepStrictEqual([mailsTo(one).length, mailsTo(two).length], [1, 1])
      assert.lengthOf(yield* toldOf(admin.orgId, { action: "scheduled_report.failed" }), 1)
      assert.lengthOf(yield* toldOf(admin.orgId, { action: "scheduled_report.sent" }), 2)
    }
  )

  // scheduled-reports-3
  it.effect("who is no user any more when the retry comes gets totals only (scheduled-reports-3)", function* () {
    yield* at("2026-03-02T09:00:00Z")
    const admin = yield* anAdmin()
    const reader = yield* aMember(admin.orgId, "hr")
    yield* leaves(admin, "Grace Hopper", "Research")
    yield* TestClock.adjust("1 minute")
    yield* aReport(admin, { recipients: [reader.email] })
    refused.add(reader.email)
    assert.deepStrictEqual(yield* round(admin), { sent: 0, failed: 1 })
    yield* systemSql`DELETE FROM memberships WHERE user_id = ${reader.userId}`
    refused.delete(reader.email)
    assert.deepStrictEqual(yield* round(admin), { sent: 1, failed: 0 })
    assert.notInclude(lastTo(reader.email), "Grace")
  })

  // scheduled-reports-6
  // scheduled-reports-12: Concurrent rounds send each copy once.
  it.effect("rounds at the same time send each copy once", function* () {
    yield* at("2026-03-02T09:00:00Z")
    const admin = yield* anAdmin()
    const list = yield* aList(admin, [`l-${admin.userId}@elsewhere.test`])
    const own = `r-${admin.userId}@elsewhere.test`
    yield* aReport(admin, { recipients: [own], distribution_list_id: list.id })
    yield* Effect.all([round(admin), round(admin), round(admin)], { concurrency: 3 })
    assert.deepStrictEqual([mailsTo(own).length, mailsTo(list.recipients[0] ?? "").length], [1, 1])
  })

  // scheduled-reports-13: An organization that is suspended, read-only or without the plan feature sends no report.
  it.effect.each([{ suspended: true }, { planStatus: "canceled" }, { plan: "starter" }] as const)(
    "nothing for an organisation that may not have reports: %j",
    function* (options) {
      yield* at("2026-03-02T09:00:00Z")
      const admin = yield* anAdmin()
      yield* aReport(admin)
      const set = { suspended: false, planStatus: "active", plan: "team", ...options }
      yield* systemSql`
            UPDATE organisations SET suspended = ${set.suspended}, plan_status = ${set.planStatus}, plan = ${set.plan}
            WHERE id = ${admin.orgId}`
      assert.deepStrictEqual(yield* round(admin), { sent: 0, failed: 0 })
    }
  )

  // scheduled-reports-4
  it.effect(
    "the webhook gets the totals by an unsigned POST, once; a redirect is not followed (scheduled-reports-4)",
    function* () {
      yield* at("2026-03-02T09:00:00Z")
      const admin = yield* anAdmin()
      const calls: Array<{ readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string }> = []
      let status = 302
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          calls.push({ url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() })
          response.writeHead(status, { location: "/elsewhere" }).end()
        })
      })
      const { port } = yield* listen(server)
      yield* leaves(admin, "Grace Hopper", "Research")
      yield* TestClock.adjust("1 minute")
      const report = yield* aReport(admin, { delivery_webhook: `http://127.0.0.1:${port}/in` })
      yield* round(admin)
      assert.deepStrictEqual(
        calls.map(({ url }) => url),
        ["/in"]
      )
      assert.strictEqual(
        (yield* reportOf(admin, report.id))?.last_error,
        "The webhook was not delivered: it answered 302"
      )
      status = 200
      yield* round(admin)
      yield* round(admin)
      assert.lengthOf(calls, 2)
      const body: unknown = JSON.parse(calls[1]?.body ?? "null")
      assert.deepStrictEqual(body, {
        report_id: report.id,
        report_name: "Leavers",
        org_name: yield* Effect.map(
          systemSql<{ name: string }>`SELECT name FROM organisations WHERE id = ${admin.orgId}`,
          ([row]) => row?.name
        ),
        generated_at: DateTime.formatIso(yield* DateTime.now),
        date_range: "last_24_hours",
        summary: {
          started: 1,
          completed: 0,
          cancelled: 0,
          open: 1,
          overdue: 0,
          average_days: null,
          open_by_stage: { pending: 1, notice_period: 0, it_revocation: 0, asset_recovery: 0 }
        },
        row_count: 1
      })
      assert.notMatch(JSON.stringify(Object.keys(calls[1]?.headers ?? {})), /signature|x-svc/i)
      assert.lengthOf(yield* toldOf(admin.orgId, { action: "scheduled_report.webhook_sent" }), 1)
    }
  )

  // scheduled-reports-4
  it.effect(
    "a webhook that may not be called any more is not: it is judged before each send (scheduled-reports-4)",
    function* () {
      yield* at("2026-03-02T09:00:00Z")
      const admin = yield* anAdmin()
      const report = yield* aReport(admin, { delivery_webhook: "https://127.0.0.1:9/in" })
      // As if its name led there by now.
      const secrets = yield* Secrets
      const moved = yield* secrets.seal("https://10.0.0.1/in", webhookPlace(admin.orgId, report.id))
      yield* systemSql`UPDATE scheduled_reports SET sealed_delivery_webhook = ${moved} WHERE id = ${report.id}`
      yield* round(admin)
      assert.match((yield* reportOf(admin, report.id))?.last_error ?? "", /^The webhook was not delivered: .*public/)
    }
  )

  it.effect("an erased person stands in no copy that waits, and gets none any more (proof-69)", function* () {
    yield* at("2026-03-02T09:00:00Z")
    const admin = yield* anAdmin()
    const grace = yield* aPerson(admin, "Grace Hopper")
    const other = `e-${admin.userId}@elsewhere.test`
    yield* leaves(admin, "Grace Hopper", "Research")
    yield* TestClock.adjust("1 minute")
    const report = yield* aReport(admin, { recipients: [admin.email, grace.email.replace("grace", "GRACE"), other] })
    for (const address of [admin.email, grace.email.replace("grace", "GRACE"), other]) refused.add(address)
    assert.deepStrictEqual(yield* round(admin), { sent: 0, failed: 3 })
    for (const address of [admin.email, grace.email.replace("grace", "GRACE"), other]) refused.delete(address)
    assert.strictEqual((yield* as(admin).post(`/api/org-employees/${grace.id}/erase`)).status, 200)
    assert.deepStrictEqual((yield* reportOf(admin, report.id))?.recipients, [admin.email, other])
    assert.deepStrictEqual(yield* round(admin), { sent: 2, failed: 0 })
    assert.include(lastTo(admin.email), "[erased]")
    assert.notInclude(lastTo(admin.email), "Grace")
  })

  // scheduled-reports-15: A report without recipients is not sent, and `last_error` names the reason.
  it.effect("a report whose list is gone says that nobody is left", function* () {
    yield* at("2026-03-02T09:00:00Z")
    const admin = yield* anAdmin()
    const list = yield* aList(admin, ["ada@elsewhere.test"])
    const report = yield* aReport(admin, { recipients: [], distribution_list_id: list.id })
    yield* as(admin).delete(`${path}/distribution-lists/${list.id}`)
    assert.deepStrictEqual(yield* round(admin), { sent: 0, failed: 0 })
    assert.strictEqual((yield* reportOf(admin, report.id))?.last_error, "Not sent: the report has no recipients")
  })
})
