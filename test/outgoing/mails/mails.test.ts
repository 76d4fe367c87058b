import { assert, layer } from "#test/support/suite"
import { DateTime, Deferred, Effect, Fiber, FileSystem } from "effect"
import { TestClock } from "effect/testing"
import { Mails } from "#outgoing/mails/service"
import { renderMail } from "#outgoing/mails/template"
import { AppConfig } from "#platform/config/config"
import { mailedToken, queuedMails, sentMailsWith } from "#test/support/mails"
import { TestServices } from "#test/support/TestApp"
import { anOrganisation } from "#test/support/people"
import { asSystem, systemSql, untilItWaits } from "#test/support/tables"

const link = "http://svc.test/reset-password?token=dG9rZW4tb2YtdGhlLXRlc3Q"

const rows = systemSql<{ recipient: string; status: string; content: string | null; last_error: string | null }>`
      SELECT recipient, status, content, last_error FROM mail_outbox ORDER BY recipient`

/** While the effect runs, no mail can be written. */
const withoutMailFolder = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = `${(yield* AppConfig).dataDir}/mail`
      yield* fs.makeDirectory(folder, { recursive: true })
      yield* fs.rename(folder, `${folder}-away`)
      yield* fs.writeFileString(folder, "in the way")
      return { folder, fs }
    }),
    () => effect,
    ({ folder, fs }) => Effect.orDie(Effect.andThen(fs.remove(folder), fs.rename(`${folder}-away`, folder)))
  )

layer(TestServices)("mails", (it) => {
  // mails-1: A mail is queued with the change that it tells, sealed at rest, and its content is gone once it is sent.
  it.effect("a mail is queued with its change, sealed at rest, sent once, and its content is gone then", function* () {
    const mails = yield* Mails
    const orgId = yield* anOrganisation()
    const mail = {
      to: "ada@acme.test",
      subject: "Reset your password",
      paragraphs: ["Somebody asked for it."],
      action: { label: "Choose a new password", url: link }
    }
    yield* asSystem(() => mails.queue({ ...mail, orgId: null }))
    yield* asSystem(() => mails.queue({ ...mail, orgId, to: "bob@acme.test" }))
    yield* Effect.ignore(
      asSystem(() => Effect.andThen(mails.queue({ ...mail, orgId, to: "eve@acme.test" }), Effect.fail("undone")))
    )
    const waiting = yield* rows
    assert.deepStrictEqual(
      waiting.map(({ recipient }) => recipient),
      ["ada@acme.test", "bob@acme.test"]
    )
    for (const { content } of waiting) assert.notInclude(content ?? "", "token")
    assert.strictEqual(yield* mailedToken("ada@acme.test"), "dG9rZW4tb2YtdGhlLXRlc3Q")

    assert.deepStrictEqual(yield* mails.sendDue(undefined), { sent: 2, failed: 0 })
    assert.deepStrictEqual(yield* mails.sendDue(undefined), { sent: 0, failed: 0 })
    assert.deepStrictEqual(yield* queuedMails, [])
    for (const { content, status } of yield* rows) {
      assert.strictEqual(status, "sent")
      assert.isNull(content)
    }
    const [sent = ""] = yield* sentMailsWith("To: ada@acme.test")
    assert.include(sent, "Content-Type: multipart/alternative")
    assert.match(sent, /\r?\nhttp:\/\/svc\.test\/reset-password\?token=dG9rZW4tb2YtdGhlLXRlc3Q\r?\n/)
  })

  // mails-3: The log of sent emails is deleted after 90 days.
  it.effect("what was sent is forgotten after 90 days; what waits is not", function* () {
    const mails = yield* Mails
    const mail = { orgId: null, subject: "Hello", paragraphs: ["Text"] }
    yield* mails.sendDue(undefined)
    const before = (yield* rows).length
    yield* asSystem(() => mails.queue({ ...mail, to: "sent@acme.test" }))
    yield* mails.sendDue(undefined)
    yield* asSystem(() => mails.queue({ ...mail, to: "waiting@acme.test" }))
    yield* TestClock.adjust("90 days")
    assert.strictEqual(yield* mails.purge, 0)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* mails.purge, before + 1)
    assert.deepStrictEqual(
      (yield* rows).map(({ recipient }) => recipient),
      ["waiting@acme.test"]
    )
    yield* mails.sendDue(undefined)
  })

  // mails-2: A mail that is not taken is tried again, and given up after the sixth retry.
  it.effect(
    "a mail that is not taken is tried again after 1, 5 and 30 minutes, 2, 8 and 24 hours, then given up",
    function* () {
      const mails = yield* Mails
      const mail = { orgId: null, subject: "Hello", paragraphs: ["Text"] }
      const row = (to: string) => Effect.map(rows, (all) => all.find(({ recipient }) => recipient === to))
      yield* mails.sendDue(undefined)
      yield* asSystem(() => mails.queue({ ...mail, to: "never@acme.test" }))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* mails.sendDue(undefined), { sent: 0, failed: 1 })
        for (const [at, seconds] of [60, 300, 1800, 7200, 28_800, 86_400].entries()) {
          assert.strictEqual((yield* row("never@acme.test"))?.status, "pending")
          yield* TestClock.adjust(`${seconds - 1} seconds`)
          assert.deepStrictEqual(yield* mails.sendDue(undefined), { sent: 0, failed: 0 }, `try ${at + 2}`)
          yield* TestClock.adjust("1 second")
          if (at === 5) yield* asSystem(() => mails.queue({ ...mail, to: "later@acme.test" }))
          assert.deepStrictEqual(yield* mails.sendDue(undefined), { sent: 0, failed: at === 5 ? 2 : 1 })
        }
        assert.deepInclude(yield* row("never@acme.test"), { status: "dead", content: null })
      }).pipe(withoutMailFolder)
      yield* TestClock.adjust("60 seconds")
      assert.deepStrictEqual(yield* mails.sendDue(undefined), { sent: 1, failed: 0 })
      assert.strictEqual((yield* row("later@acme.test"))?.status, "sent")
    }
  )

  it.effect("a mail that cannot be opened is given up alone", function* () {
    const mails = yield* Mails
    const mail = { orgId: null, subject: "Hello", paragraphs: ["Text"] }
    yield* asSystem(() => mails.queue({ ...mail, to: "moved@acme.test" }))
    yield* systemSql`UPDATE mail_outbox SET id = gen_random_uuid() WHERE recipient = 'moved@acme.test'`
    yield* asSystem(() => mails.queue({ ...mail, to: "whole@acme.test" }))
    assert.deepStrictEqual(yield* mails.sendDue(undefined), { sent: 1, failed: 1 })
    const given = (yield* rows).find(({ recipient }) => recipient === "moved@acme.test")
    assert.deepInclude(given, { status: "dead", content: null, last_error: "The stored mail cannot be read" })
  })

  it.effect(
    "a mail that another worker takes is passed over without waiting, until that worker's lease has ended",
    function* () {
      const mails = yield* Mails
      const orgId = yield* anOrganisation()
      yield* asSystem(() => mails.queue({ orgId, to: "zoe@acme.test", subject: "Hello", paragraphs: ["Hello."] }))
      const until = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { minutes: 5 }))
      const taken = yield* Deferred.make<void>()
      const sending = yield* Effect.forkChild(Effect.andThen(Deferred.await(taken), mails.sendDue(orgId)))
      yield* asSystem((sql) =>
        Effect.gen(function* () {
          yield* sql`UPDATE mail_outbox SET leased_until = ${until} WHERE org_id = ${orgId}`
          yield* Deferred.succeed(taken, undefined)
          yield* untilItWaits(sql, sending)
          assert.isDefined(sending.pollUnsafe())
        })
      )
      assert.deepStrictEqual(yield* Fiber.join(sending), { sent: 0, failed: 0 })
      yield* TestClock.adjust({ minutes: 4, seconds: 59 })
      assert.deepStrictEqual(yield* mails.sendDue(orgId), { sent: 0, failed: 0 })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* mails.sendDue(orgId), { sent: 1, failed: 0 })
    }
  )

  it.effect("text and HTML say the same; what people typed cannot become markup", () =>
    Effect.sync(() => {
      const { html, text } = renderMail(
        {
          subject: "<b>Bold</b>",
          paragraphs: ['Dear "Ada" <script>alert(1)</script>', "two\nlines"],
          action: { label: "Open & see", url: "http://svc.test/?a=1&b=2" },
          note: "It's yours"
        },
        "http://svc.test"
      )
      assert.strictEqual(
        text,
        'Dear "Ada" <script>alert(1)</script>\n\ntwo\nlines\n\nOpen & see:\nhttp://svc.test/?a=1&b=2\n\nIt\'s yours\n\n--\nhttp://svc.test\n'
      )
      assert.notInclude(html, "<script>")
      assert.notInclude(html, "<b>")
      assert.include(html, "Dear &quot;Ada&quot; &lt;script&gt;alert(1)&lt;/script&gt;")
      assert.include(html, "two<br>lines")
      assert.include(html, 'href="http://svc.test/?a=1&amp;b=2"')
      assert.include(html, "It&#39;s yours")
    })
  )
})
