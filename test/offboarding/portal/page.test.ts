import { assert, describe, it, layer } from "@effect/vitest"
import { PortalPage } from "@svc/contract/portal/schema"
import { Effect, Fiber, Schema } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { renderPage } from "#offboarding/portal/page"
import { Files } from "#platform/files/files"
import { aCaseOf, aHolder, anAsset, assetEntries, holding, shown } from "#test/work/assets/support"
import { AppWithFolder } from "#test/proof/exports/support"
import { as, send } from "#test/support/requests"
import { asSystem, untilItWaits } from "#test/support/tables"
import { aDocument, aLeaver, aTask, open, pageOf } from "./support.ts"

const invalid = "This link is not valid any more. Ask your organisation for a new one"

layer(AppWithFolder)("GET /api/portal/{token}", (it) => {
  it.effect("200: the person's own tasks, what they have to return, their documents, and nothing else", () =>
    Effect.gen(function* () {
      const leaver = yield* aLeaver()
      const { by, laptop, link, offboardingId } = leaver
      yield* aTask(leaver, "Tell nobody", "HR")
      const bo = yield* aHolder(by, "Bo Diddley")
      yield* anAsset(by, { ...holding(bo.id), itemName: "Bo's phone" })
      const back = yield* anAsset(by, { ...holding(leaver.ada.id), itemName: "Old badge" })
      yield* as(by).patch(`/api/assets/${back.id}/return`)
      const files = yield* Files
      const key = `documents/${by.orgId}/${randomUUID()}.pdf`
      yield* files.put(key, new TextEncoder().encode("%PDF-"), { contentType: "application/pdf" })
      const document = yield* aDocument(leaver, "NDA", key)
      yield* aDocument(leaver, "Hand-over")
      const answer = yield* open(link.token)
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers["cache-control"], "no-store")
      const page = yield* pageOf(link.token)
      assert.hasAllKeys(answer.body, [
        "employee_name",
        "exit_date",
        "organisation_name",
        "expires_at",
        "tasks",
        "assets",
        "documents"
      ])
      assert.deepInclude(answer.body, { employee_name: "Ada Lovelace", exit_date: "2026-04-30" })
      assert.deepStrictEqual(
        page.tasks.map(({ can_tick, completed, task }) => ({ task, completed, can_tick })),
        [{ task: "Hand over work, documents and contacts", completed: false, can_tick: true }]
      )
      assert.deepStrictEqual(JSON.parse(answer.text).assets, [
        {
          id: laptop.id,
          item_name: "MacBook Pro",
          serial_number: laptop.serial_number,
          tracking_number: "",
          return_deadline: "2026-05-15",
          status: "deployed"
        }
      ])
      const [nda, handOver] = page.documents
      assert.deepStrictEqual([nda?.id, nda?.name, nda?.doc_type, nda?.status], [document, "NDA", "Other", "pending"])
      assert.isNull(handOver?.download_url)
      const address = new URL(nda?.download_url ?? "")
      const downloaded = yield* send("GET", address.pathname)
      assert.strictEqual(downloaded.text, "%PDF-")
      assert.include(downloaded.headers["content-disposition"], 'filename="NDA.pdf"')
      for (const secret of [offboardingId, by.orgId, "Bo's phone", "Old badge", "Tell nobody", "acme.test"]) {
        assert.notInclude(JSON.stringify({ ...page, documents: [], organisation_name: "" }), secret)
      }
    })
  )

  it.effect("200: neither tasks, assets nor documents of another case of the organisation", () =>
    Effect.gen(function* () {
      const { by, link } = yield* aLeaver()
      const bo = yield* aHolder(by, "Bo Diddley")
      const other = { by, offboardingId: yield* aCaseOf(by, bo.email) }
      yield* aTask(other, "Bo's task", "employee")
      yield* aDocument(other, "Bo's NDA")
      yield* anAsset(by, { ...holding(bo.id), itemName: "Bo's phone" })
      const page = yield* pageOf(link.token)
      assert.lengthOf(page.tasks, 1)
      assert.lengthOf(page.assets, 1)
      assert.deepStrictEqual(page.documents, [])
    })
  )

  it.effect("200: after the case is completed, and while the organisation is read-only", () =>
    Effect.gen(function* () {
      const { by, link, offboardingId } = yield* aLeaver()
      yield* asSystem((sql) => sql`UPDATE offboardings SET status = 'completed' WHERE id = ${offboardingId}`)
      yield* asSystem((sql) => sql`UPDATE organisations SET plan_status = 'canceled' WHERE id = ${by.orgId}`)
      assert.strictEqual((yield* open(link.token)).status, 200)
    })
  )

  it.effect("400: no token is malformed; every one that opens nothing is answered alike", () =>
    Effect.gen(function* () {
      for (const token of ["17", "a".repeat(43), "a".repeat(5000), "%00", "..%2f"]) {
        const answer = yield* open(token)
        assert.strictEqual(answer.status, 404, token.slice(0, 50))
        assert.deepStrictEqual(answer.body, { error: invalid })
      }
    })
  )

  it.effect("404: unknown, of a suspended organisation", () =>
    Effect.gen(function* () {
      const { by, link } = yield* aLeaver()
      yield* asSystem((sql) => sql`UPDATE organisations SET suspended = true WHERE id = ${by.orgId}`)
      assert.deepStrictEqual((yield* open(link.token)).body, { error: invalid })
    })
  )

  it.effect("429: 300 anonymous requests a minute from one address, whatever the token", () =>
    Effect.gen(function* () {
      const statuses = yield* Effect.forEach(
        Array.from({ length: 310 }),
        (_, index) => Effect.map(send("GET", index % 2 === 0 ? "/portal/x" : "/api/portal/x"), ({ status }) => status),
        { concurrency: 16 }
      )
      assert.isAbove(statuses.filter((status) => status === 429).length, 0)
    })
  )
})

layer(AppWithFolder)("GET /portal/{token}", (it) => {
  it.effect("a page without scripts, whose values are escaped; strict CSP, no referrer, not stored", () =>
    Effect.gen(function* () {
      const leaver = yield* aLeaver()
      const evil = `<script>alert("x")</script>&'`
      yield* aTask(leaver, evil, "employee")
      yield* anAsset(leaver.by, { ...holding(leaver.ada.id), itemName: `"><img src=x onerror=alert(1)>` })
      yield* aDocument(leaver, evil)
      yield* asSystem((sql) => sql`UPDATE organisations SET name = ${evil} WHERE id = ${leaver.by.orgId}`)
      const page = yield* send("GET", `/portal/${leaver.link.token}`)
      assert.strictEqual(page.status, 200)
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      assert.match(
        page.headers["content-security-policy"] ?? "",
        /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
      )
      const style = /<style>([^]*)<\/style>/.exec(page.text)?.[1] ?? ""
      assert.include(
        page.headers["content-security-policy"],
        createHash("sha256").update(style).digest("base64"),
        "the browser applies the style"
      )
      assert.strictEqual(page.headers["referrer-policy"], "no-referrer")
      assert.strictEqual(page.headers["cache-control"], "no-store")
      assert.notMatch(page.text, /<script|<img/)
      assert.include(page.text, "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;")
      assert.include(page.text, leaver.laptop.serial_number)
      assert.include(page.text, "2026-04-30")
    })
  )

  it.effect("a task is told as open, and as done once it is", () =>
    Effect.gen(function* () {
      const leaver = yield* aLeaver()
      const id = yield* aTask(leaver, "Return the keys", "employee")
      const stateOf = Effect.map(
        send("GET", `/portal/${leaver.link.token}`),
        ({ text }) => /<td[^>]*>Return the keys<\/td>(?:\s*<td[^>]*>([^<]*)<\/td>)+/.exec(text)?.[1]
      )
      assert.strictEqual(yield* stateOf, "Open")
      yield* send("PATCH", `/api/portal/${leaver.link.token}/tasks/${id}`, { body: { completed: true } })
      assert.strictEqual(yield* stateOf, "Done")
    })
  )

  it.effect("a link that opens nothing answers 404 in words, and other methods 405", () =>
    Effect.gen(function* () {
      const refused = yield* send("GET", "/portal/nothing")
      assert.deepStrictEqual([refused.status, refused.body], [404, { error: invalid }])
      assert.strictEqual((yield* send("POST", "/portal/nothing")).status, 405)
    })
  )
})

describe("the page of a document that waits for a signature", () => {
  it("leads to where it is signed", () => {
    const page = Schema.decodeUnknownSync(Schema.toCodecJson(PortalPage))({
      employee_name: "Ada Lovelace",
      exit_date: "2026-04-30",
      organisation_name: "Acme",
      expires_at: "2026-05-30T00:00:00.000Z",
      tasks: [],
      assets: [],
      documents: [
        {
          id: "0b0a1c0e-8a7a-4b6e-9a61-0a5b7f8f4c11",
          name: "NDA",
          doc_type: "Other",
          status: "pending",
          download_url: null,
          signing: { provider: "docusign", sign_url: 'https://leave.acme.example/portal/t/sign/d?a=1&b="2' }
        }
      ]
    })
    assert.include(
      renderPage(page),
      `<a href="https://leave.acme.example/portal/t/sign/d?a=1&amp;b=&quot;2" rel="noreferrer">Sign at DocuSign</a>`
    )
  })
})

layer(AppWithFolder)("PATCH /api/portal/{token}/tasks/{id}", (it) => {
  const tick = (token: string, id: string, completed: unknown = true) =>
    send("PATCH", `/api/portal/${token}/tasks/${id}`, { body: { completed } })

  it.effect("200: their own task, there and back; audited without an actor, by the portal link", () =>
    Effect.gen(function* () {
      const leaver = yield* aLeaver()
      const { by, link } = leaver
      const id = yield* aTask(leaver, "Return the keys", " EMPLOYEE ")
      for (const completed of [true, true, false]) {
        const answer = yield* tick(link.token, id, completed)
        assert.deepStrictEqual([answer.status, answer.body], [200, { id, completed }])
        assert.strictEqual((yield* pageOf(link.token)).tasks.find((task) => task.id === id)?.completed, completed)
      }
      const entries = (yield* assetEntries(by)).filter(({ action }) => action === "portal_task_ticked")
      assert.deepStrictEqual(
        entries.map(({ actor_id, details, target }) => [actor_id, target, details]),
        [
          [null, "Offboarding of Ada Lovelace", "Return the keys: done, by the portal link"],
          [null, "Offboarding of Ada Lovelace", "Return the keys: open, by the portal link"]
        ]
      )
    })
  )

  it.effect("400: completed is true or false; an id that is not a UUID", () =>
    Effect.gen(function* () {
      const { link } = yield* aLeaver()
      assert.strictEqual((yield* tick(link.token, randomUUID(), "yes")).status, 400)
      assert.strictEqual((yield* tick(link.token, "17")).status, 400)
    })
  )

  it.effect("402 read_only: nothing changes while the organisation is read-only", () =>
    Effect.gen(function* () {
      const leaver = yield* aLeaver()
      const id = yield* aTask(leaver, "Return the keys", "employee")
      yield* asSystem((sql) => sql`UPDATE organisations SET plan_status = 'canceled' WHERE id = ${leaver.by.orgId}`)
      const answer = yield* tick(leaver.link.token, id)
      assert.strictEqual(answer.status, 402)
      assert.deepInclude(answer.body, { code: "read_only" })
    })
  )

  it.effect("404: somebody else's task, one that follows a record, one of another case, and an unknown link", () =>
    Effect.gen(function* () {
      const [leaver, other] = [yield* aLeaver(), yield* aLeaver()]
      const following = yield* aTask(leaver, "Sign", "employee")
      yield* asSystem((sql) => sql`UPDATE checklist_items SET follows = 'assets' WHERE id = ${following}`)
      for (const id of [
        yield* aTask(leaver, "Pay", "Finance"),
        following,
        yield* aTask(other, "Return the keys", "employee"),
        randomUUID()
      ]) {
        const answer = yield* tick(leaver.link.token, id)
        assert.strictEqual(answer.status, 404)
        assert.deepInclude(answer.body, { code: "not_yours" })
      }
      assert.deepStrictEqual((yield* tick("a".repeat(43), following)).body, { error: invalid })
    })
  )

  it.effect("409 case_completed: nothing changes once the case is completed", () =>
    Effect.gen(function* () {
      const leaver = yield* aLeaver()
      const id = yield* aTask(leaver, "Return the keys", "employee")
      yield* asSystem((sql) => sql`UPDATE offboardings SET status = 'completed' WHERE id = ${leaver.offboardingId}`)
      const answer = yield* tick(leaver.link.token, id)
      assert.strictEqual(answer.status, 409)
      assert.deepInclude(answer.body, { code: "case_completed" })
    })
  )
})

layer(AppWithFolder)("PATCH /api/portal/{token}/assets/{id}", (it) => {
  const track = (token: string, id: string, trackingNumber: unknown) =>
    send("PATCH", `/api/portal/${token}/assets/${id}`, { body: { trackingNumber } })

  it.effect("200: the tracking number of what they send back; audited once without an actor", () =>
    Effect.gen(function* () {
      const { by, laptop, link } = yield* aLeaver()
      for (let twice = 0; twice < 2; twice++) {
        const answer = yield* track(link.token, laptop.id, "1Z 999")
        assert.deepStrictEqual([answer.status, answer.body], [200, { id: laptop.id, tracking_number: "1Z 999" }])
      }
      assert.deepInclude(yield* shown(by, laptop.id), { tracking_number: "1Z 999", status: "deployed" })
      const entries = (yield* assetEntries(by)).filter(({ action }) => action === "asset_tracking_given")
      assert.deepStrictEqual(
        entries.map(({ actor_id, details }) => [actor_id, details]),
        [[null, "tracking_number:  -> 1Z 999, by the portal link"]]
      )
    })
  )

  it.effect("400: at most 100 characters; an id that is not a UUID", () =>
    Effect.gen(function* () {
      const { laptop, link } = yield* aLeaver()
      assert.strictEqual((yield* track(link.token, laptop.id, "x".repeat(101))).status, 400)
      assert.strictEqual((yield* track(link.token, "17", "1Z")).status, 400)
    })
  )

  it.effect("402 read_only: nothing changes while the organisation is read-only", () =>
    Effect.gen(function* () {
      const { by, laptop, link } = yield* aLeaver()
      yield* asSystem((sql) => sql`UPDATE organisations SET plan_status = 'trial_expired' WHERE id = ${by.orgId}`)
      assert.strictEqual((yield* track(link.token, laptop.id, "1Z")).status, 402)
    })
  )

  it.effect("404: somebody else's asset, one that came back, and one of another organisation", () =>
    Effect.gen(function* () {
      const { by, laptop, link } = yield* aLeaver()
      const other = yield* aLeaver()
      const bo = yield* aHolder(by, "Bo Diddley")
      yield* as(by).patch(`/api/assets/${laptop.id}/return`)
      for (const id of [laptop.id, (yield* anAsset(by, holding(bo.id))).id, other.laptop.id, randomUUID()]) {
        const answer = yield* track(link.token, id, "1Z")
        assert.strictEqual(answer.status, 404)
        assert.deepInclude(answer.body, { code: "not_yours" })
      }
    })
  )

  it.effect("409 case_completed: nothing changes once the case is completed", () =>
    Effect.gen(function* () {
      const { laptop, link, offboardingId } = yield* aLeaver()
      yield* asSystem((sql) => sql`UPDATE offboardings SET status = 'completed' WHERE id = ${offboardingId}`)
      assert.strictEqual((yield* track(link.token, laptop.id, "1Z")).status, 409)
    })
  )

  it.effect("409 case_completed: whoever comes while the case is being completed waits for it; readers do not", () =>
    Effect.gen(function* () {
      const { by, laptop, link, offboardingId } = yield* aLeaver()
      const tracking = yield* asSystem((sql) =>
        Effect.gen(function* () {
          yield* sql`UPDATE offboardings SET status = 'completed' WHERE id = ${offboardingId}`
          assert.strictEqual((yield* open(link.token)).status, 200)
          const tracking = yield* Effect.forkDetach(track(link.token, laptop.id, "1Z"))
          yield* untilItWaits(sql, tracking)
          return tracking
        })
      )
      const answer = yield* Fiber.join(tracking)
      assert.deepInclude(answer.body, { code: "case_completed" })
      assert.deepInclude(yield* shown(by, laptop.id), { tracking_number: "" })
    })
  )
})
