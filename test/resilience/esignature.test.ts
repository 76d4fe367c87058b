import { assert, layer } from "#test/support/suite"
import { docusign } from "@svc/lab/docusign"
import type { DocuSignState } from "@svc/lab/docusign-state"
import { signAs } from "@svc/lab/signing"
import type { RunningVendor } from "@svc/lab/vendor"
import { Effect, Fiber, FileSystem, Latch } from "effect"
import { hash } from "node:crypto"
import { AuditVerification } from "#audit/verification/service"
import { Webhooks } from "#outgoing/webhooks/service"
import { leasesRunOut } from "#test/support/leases"
import { actionsOf, entriesOf } from "#test/support/log"
import { asCaller } from "#test/support/people"
import { aPlainReceiver } from "#test/support/plain-receiver"
import { asOwner, systemSql } from "#test/support/tables"
import { LiveServices } from "#test/support/TestApp"
import { running } from "#test/support/vendor-work"
import { aDeskAt, aSite, until } from "#test/work/esignature/processes"

type Desk = Effect.Success<ReturnType<typeof aDeskAt>>

const created = (vendor: RunningVendor<DocuSignState>) =>
  vendor.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/envelopes"))

const happened = (reached: () => boolean) => until(Effect.sync(reached))

const reaches = ({ row }: Desk, status: string) =>
  until(Effect.map(row, (now) => (now.status === status ? now : undefined)))

const sentEntries = ({ orgId }: Desk) => entriesOf(orgId, { action: "signature_sent" })

/** The wait for whoever took the request on, who is dead, is over. */
const dueNow = ({ orgId }: Desk) =>
  systemSql`UPDATE esignature_requests SET next_attempt_at = now() WHERE org_id = ${orgId}`

/** As if the call that perhaps made it had been longer ago than the provider takes to show what was made. */
const settled = ({ orgId }: Desk) =>
  systemSql`UPDATE esignature_requests SET sent_at = sent_at - interval '2 minutes' WHERE org_id = ${orgId}`

/** Asks for a signature and kills the process while the provider keeps its answer back. */
const askedOfOneThatDies = Effect.fnUntraced(function* (
  desk: Desk,
  { died, stop }: { readonly died: Effect.Effect<unknown>; readonly stop: Effect.Effect<unknown> }
) {
  const asked = yield* Effect.forkChild(Effect.exit(desk.request()))
  yield* died
  yield* stop
  const { _tag } = yield* Fiber.join(asked)
  assert.strictEqual(_tag, "Failure", "nobody answered")
  assert.deepInclude(yield* desk.row, { status: "sending", external_id: null })
  assert.deepStrictEqual(yield* sentEntries(desk), [])
})

const isWhole = Effect.fnUntraced(function* ({ orgId }: Desk) {
  const verification = yield* AuditVerification
  assert.deepInclude(yield* verification.verify(orgId), { ok: true, complete: true, brokenCount: 0 })
})

layer(LiveServices, { timeout: "180 seconds", excludeTestServices: true })("a signature survives the process", (it) => {
  it.effect(
    "kill -9 between the provider's answer and the record: another finds the one envelope, which is sent once",
    function* () {
      const vendor = yield* running(docusign)
      const site = yield* aSite(vendor)
      const first = yield* site.start
      yield* Effect.gen(function* () {
        const desk = yield* aDeskAt(vendor)
        vendor.faults.hangsAfterWriting = true
        yield* askedOfOneThatDies(desk, {
          died: happened(() => vendor.state.envelopes.size === 1),
          stop: first.stop("SIGKILL")
        })
        vendor.behave()
        yield* dueNow(desk)

        const second = yield* site.start
        const row = yield* reaches(desk, "pending")
        const [envelope] = vendor.state.envelopes.values()
        assert.strictEqual(row.external_id, envelope?.id)
        const shown = yield* desk.me.get(`/api/esignature/status/${desk.documentId}`)
        assert.deepStrictEqual(shown.body, { status: "pending", requestId: envelope?.id, provider: "docusign" })
        yield* second.stop("SIGTERM")
        assert.strictEqual(vendor.state.envelopes.size, 1)
        assert.lengthOf(created(vendor), 1)
        assert.lengthOf(yield* sentEntries(desk), 1)
        assert.deepStrictEqual(yield* actionsOf(desk.orgId, { action: "signature_%" }), [
          "signature_requested",
          "signature_sent"
        ])
        yield* isWhole(desk)
      }).pipe(site.here)
    }
  )

  it.effect(
    "kill -9 before the provider took it, and of the one that sent it again: one envelope, sent once",
    function* () {
      const vendor = yield* running(docusign)
      const site = yield* aSite(vendor)
      const first = yield* site.start
      yield* Effect.gen(function* () {
        const desk = yield* aDeskAt(vendor)
        // Nothing is made, and nobody is told.
        vendor.faults.lies = true
        vendor.faults.hangsAfterWriting = true
        yield* askedOfOneThatDies(desk, {
          died: happened(() => created(vendor).length === 1),
          stop: first.stop("SIGKILL")
        })
        assert.strictEqual(vendor.state.envelopes.size, 0)
        yield* settled(desk)
        yield* dueNow(desk)
        vendor.faults.lies = false

        const second = yield* site.start
        yield* happened(() => vendor.state.envelopes.size === 1)
        yield* second.stop("SIGKILL")
        assert.deepInclude(yield* desk.row, { status: "sending", external_id: null })
        yield* leasesRunOut("esignature_requests")
        vendor.behave()

        const third = yield* site.start
        const row = yield* reaches(desk, "pending")
        yield* third.stop("SIGTERM")
        const [envelope, ...more] = vendor.state.envelopes.values()
        assert.deepStrictEqual([row.external_id, more], [envelope?.id, []])
        assert.lengthOf(created(vendor), 2)
        assert.lengthOf(yield* sentEntries(desk), 1)
        yield* isWhole(desk)
      }).pipe(site.here)
    }
  )

  it.effect(
    "kill -9 while the signed file is fetched, and between its storing and the record: one file, one event, one entry, the task done",
    function* () {
      const fs = yield* FileSystem.FileSystem
      const slow = { files: true }
      const vendor: RunningVendor<DocuSignState> = yield* running({
        ...docusign,
        handle: (request, state, faults) => {
          if (slow.files && request.path.endsWith("/documents/combined")) vendor.faults.delayMilliseconds = 600_000
          return docusign.handle(request, state, faults)
        }
      })
      const site = yield* aSite(vendor)
      const first = yield* site.start
      yield* Effect.gen(function* () {
        const receiver = yield* aPlainReceiver()
        const desk = yield* aDeskAt(vendor)
        const webhooks = yield* Webhooks
        yield* webhooks
          .create({ url: receiver.url, subscription: { _tag: "Events", events: ["document.signed"] } })
          .pipe(asCaller(desk.admin))
        const folder = `${site.files}/documents/${desk.orgId}/${desk.offboardingId}`
        // The storage keeps a file's content under its name with a version, and beside it what it knows of it.
        const stored = Effect.map(
          Effect.orElseSucceed(fs.readDirectory(folder), () => []),
          (names) => names.filter((name) => /-(signed|certificate)\.pdf~/.test(name))
        )
        const asked = yield* desk.request()
        assert.strictEqual(asked.status, 200, asked.text)
        const { external_id } = yield* desk.row

        signAs(vendor.state, external_id ?? "")
        const told = yield* Effect.promise(() => vendor.callBack())
        assert.deepStrictEqual(
          told.map(({ accepted, answer }) => [accepted, answer.status]),
          [[true, 200]]
        )
        yield* happened(() => vendor.requests.some(({ path }) => path.endsWith("/documents/combined")))
        yield* first.stop("SIGKILL")
        assert.deepInclude(yield* desk.row, { status: "pending", document: "pending", task_is_done: false })
        assert.deepStrictEqual(yield* stored, [])
        yield* leasesRunOut("esignature_requests")
        slow.files = false
        vendor.behave()

        // Who has stored the files waits for the case, which is held: the worst moment to die.
        const [held, killed] = [yield* Latch.make(), yield* Latch.make()]
        const holding = yield* Effect.forkChild(
          asOwner((sql) =>
            sql`SELECT id FROM offboardings WHERE id = ${desk.offboardingId} FOR UPDATE`.pipe(
              Effect.andThen(held.open),
              Effect.andThen(killed.await)
            )
          )
        )
        yield* held.await
        const second = yield* site.start
        yield* until(Effect.map(stored, (names) => names.filter((name) => name.endsWith("~.json")).length === 2))
        yield* second.stop("SIGKILL")
        yield* Effect.andThen(killed.open, Fiber.join(holding))
        assert.deepInclude(yield* desk.row, { status: "pending", document: "pending", signed_file_key: null })
        yield* leasesRunOut("esignature_requests")

        const third = yield* site.start
        const row = yield* reaches(desk, "signed")
        yield* receiver.until(1)
        yield* third.stop("SIGTERM")
        assert.deepInclude(row, { document: "signed", task_is_done: true })
        const contents = (yield* stored).filter((name) => !name.endsWith("~.json"))
        assert.lengthOf(contents, 2, "what the dead one had stored was replaced")
        const [signed = "", ...more] = contents.filter((name) => name.includes("-signed.pdf~"))
        assert.deepStrictEqual(more, [])
        assert.strictEqual(`${folder}/${signed.split("~")[0]}`, `${site.files}/${row.signed_file_key}`)
        assert.strictEqual(hash("sha256", yield* fs.readFile(`${folder}/${signed}`)), row.signed_file_sha256)
        assert.deepStrictEqual(
          receiver.received.map(({ data, event }) => [event, data["documentId"], data["source"]]),
          [["document.signed", desk.documentId, "provider"]]
        )
        const deliveries = yield* systemSql`SELECT id FROM webhook_deliveries WHERE org_id = ${desk.orgId}`
        assert.lengthOf(deliveries, 1)
        assert.lengthOf(yield* entriesOf(desk.orgId, { action: "signature_completed" }), 1)
        yield* isWhole(desk)
      }).pipe(site.here)
    }
  )
})
