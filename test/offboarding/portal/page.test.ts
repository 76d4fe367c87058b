import { assert, describe, it, layer } from "#test/support/suite"
import { PortalPage } from "@svc/contract/portal/schema"
import { Effect, Fiber, Schema } from "effect"
import { FetchHttpClient } from "effect/http"
import { createHash, randomUUID } from "node:crypto"
import { renderPage } from "#offboarding/portal/page"
import { Files } from "#platform/files/files"
import { aCaseOf, aHolder, anAsset, assetEntries, holding, shown } from "#test/work/assets/support"
import { AppWithFolder } from "#test/exports/support"
import { as, send, withStatus } from "#test/support/requests"
import { start } from "#test/support/TestApp"
import { asSystem, systemSql, untilItWaits } from "#test/support/tables"
import { aDocument, aLeaver, aTask, open, pageOf } from "./support.ts"

const invalid = "This link is no longer valid. Ask your organization for a new one"

layer(AppWithFolder)("GET /api/portal/{token}", (it) => {
  // portal-3: The page shows the person's own tasks, what they have to return and their documents; they tick tasks and
  //   name a parcel.
  it.status(200, "the person's own tasks, what they have to return, their documents, and nothing else", function* () {
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
    const answer = yield* withStatus(200, open(link.token))
    assert.strictEqual(answer.headers["cache-control"], "no-store")
    const page = yield* pageOf(link.token)
    assert.hasAllKeys(answer.body, [
      "employee_name",
      "exit_date",
      "organisation_name",
      "expires_at",
      "tasks",
      "assets",
      "return_instructions",
      "documents",
      "interview",
      "contact",
      "closed"
    ])
    assert.deepInclude(answer.body, { employee_name: "Ada Lovelace", exit_date: "2026-04-30" })
    assert.deepStrictEqual(
      page.tasks.map(({ can_tick, completed, task }) => ({ task, completed, can_tick })),
      [{ task: "Hand over work, documents, and contacts", completed: false, can_tick: true }]
    )
    assert.deepStrictEqual(JSON.parse(answer.text).assets, [
      {
        id: laptop.id,
        item_name: "MacBook Pro",
        serial_number: laptop.serial_number,
        tracking_number: "",
        carrier: "",
        return_deadline: "2026-05-15",
        status: "deployed"
      }
    ])
    const [nda, handOver] = page.documents
    assert.deepStrictEqual([nda?.id, nda?.name, nda?.doc_type, nda?.status], [document, "NDA", "Other", "pending"])
    assert.isNull(handOver?.download_url)
    const led = yield* send("GET", new URL(nda?.download_url ?? "").pathname).pipe(
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" })
    )
    const downloaded = yield* send("GET", new URL(led.headers["location"] ?? "").pathname)
    assert.strictEqual(downloaded.text, "%PDF-")
    assert.include(downloaded.headers["content-disposition"], 'filename="NDA.pdf"')
    for (const secret of [offboardingId, by.orgId, "Bo's phone", "Old badge", "Tell nobody", "acme.test"]) {
      assert.notInclude(JSON.stringify({ ...page, contact: null, documents: [], organisation_name: "" }), secret)
    }
  })

  it.status(200, "neither tasks, assets nor documents of another case of the organisation", function* () {
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

  it.status(200, "after the case is completed, and while the organisation is read-only", function* () {
    const { by, link, offboardingId } = yield* aLeaver()
    yield* systemSql`UPDATE offboardings SET status = 'completed' WHERE id = ${offboardingId}`
    yield* systemSql`UPDATE organisations SET plan_status = 'canceled' WHERE id = ${by.orgId}`
    assert.strictEqual((yield* open(link.token)).status, 200)
  })

  it.status(400, "no token is malformed; every one that opens nothing is answered alike", function* () {
    for (const token of ["17", "a".repeat(43), "a".repeat(5000), "%00", "..%2f"]) {
      const answer = yield* withStatus(404, open(token), token.slice(0, 50))
      assert.deepStrictEqual(answer.body, { error: invalid })
    }
  })

  // portal-4: A link that opens nothing is 404, like every other that does.
  it.status(404, "unknown, of a suspended organisation", function* () {
    const { by, link } = yield* aLeaver()
    yield* systemSql`UPDATE organisations SET suspended = true WHERE id = ${by.orgId}`
    assert.deepStrictEqual((yield* open(link.token)).body, { error: invalid })
  })

  it.status(429, "300 anonymous requests a minute from one address, whatever the token", function* () {
    const statuses = yield* Effect.forEach(
      Array.from({ length: 310 }),
      (_, index) => Effect.map(send("GET", index % 2 === 0 ? "/portal/x" : "/api/portal/x"), ({ status }) => status),
      { concurrency: 16 }
    )
    assert.isAbove(statuses.filter((status) => status === 429).length, 0)
  })
})

layer(AppWithFolder)("GET /portal/{token}", (it) => {
  it.effect(
    "a page of one script of its own, whose values are escaped; strict CSP, no referrer, not stored",
    function* () {
      const leaver = yield* aLeaver()
      const evil = `<script>alert("x")</script>&'`
      yield* aTask(leaver, evil, "employee")
      yield* anAsset(leaver.by, { ...holding(leaver.ada.id), itemName: `"><img src=x onerror=alert(1)>` })
      yield* aDocument(leaver, evil)
      yield* systemSql`UPDATE organisations SET name = ${evil} WHERE id = ${leaver.by.orgId}`
      const page = yield* withStatus(200, send("GET", `/portal/${leaver.link.token}`))
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      assert.match(
        page.headers["content-security-policy"] ?? "",
        /^default-src 'none'; img-src data:; script-src 'sha256-[A-Za-z0-9+/=]+'; connect-src 'self'; style-src 'sha256-[A-Za-z0-9+/=]+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/
      )
      const style = /<style>([^]*)<\/style>/.exec(page.text)?.[1] ?? ""
      assert.include(
        page.headers["content-security-policy"],
        createHash("sha256").update(style).digest("base64"),
        "the browser applies the style"
      )
      const scripts = [...page.text.matchAll(/<script type="module">([^]*?)<\/script>/g)].map(
        ([, script]) => script ?? ""
      )
      assert.lengthOf(scripts, 1)
      for (const script of scripts) {
        assert.include(page.headers["content-security-policy"], createHash("sha256").update(script).digest("base64"))
      }
      assert.strictEqual(page.headers["referrer-policy"], "no-referrer")
      assert.strictEqual(page.headers["cache-control"], "no-store")
      assert.strictEqual(page.headers["x-robots-tag"], "noindex")
      assert.notProperty(page.headers, "set-cookie")
      assert.notMatch(page.text.replaceAll(/<script type="module">[^]*?<\/script>/g, ""), /<script|<img|\son\w+="/)
      assert.include(page.text, "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;")
      assert.include(page.text, leaver.laptop.serial_number)
      assert.include(page.text, "2026-04-30")
    }
  )

  it.effect("a task is told as open, and as done once it is", function* () {
    const leaver = yield* aLeaver()
    const id = yield* aTask(leaver, "Return the keys", "employee")
    const stateOf = Effect.map(
      send("GET", `/portal/${leaver.link.token}`),
      ({ text }) => /Return the keys[^]*?<span class="badge[^"]*">([^<]*)<\/span>/.exec(text)?.[1]
    )
    assert.strictEqual(yield* stateOf, "Open")
    yield* send("PATCH", `/api/portal/${leaver.link.token}/tasks/${id}`, { body: { completed: true } })
    assert.strictEqual(yield* stateOf, "Done")
  })

  it.effect("a link that opens nothing answers 404 in words, and other methods 405", function* () {
    const refused = yield* send("GET", "/portal/nothing")
    assert.deepStrictEqual([refused.status, refused.body], [404, { error: invalid }])
    assert.strictEqual((yield* send("POST", "/portal/nothing")).status, 405)
  })
})

layer(AppWithFolder)("POST /portal/{token}/tasks/{id} and /portal/{token}/assets/{id}", (it) => {
  const post = (
    path: string,
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { "sec-fetch-site": "same-origin" }
  ) =>
    send("POST", path, {
      body: new URLSearchParams(form).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", ...headers }
    }).pipe(Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }))

  // portal-5: The page works without a script: its forms obey the rules of the API, and take nothing from another site.
  it.status(303, "to the page: a form does what PATCH does, audited alike", function* () {
    const leaver = yield* aLeaver()
    const { by, laptop, link } = leaver
    const id = yield* aTask(leaver, "Return the keys", "employee")
    const ticked = yield* withStatus(303, post(`/portal/${link.token}/tasks/${id}?lang=de`, { completed: "true" }))
    assert.deepInclude(ticked.headers, {
      location: `/portal/${link.token}?lang=de#task-${id}`,
      "referrer-policy": "no-referrer",
      "cache-control": "no-store"
    })
    assert.strictEqual((yield* pageOf(link.token)).tasks.find((task) => task.id === id)?.completed, true)
    const tracked = yield* post(`/portal/${link.token}/assets/${laptop.id}`, {
      trackingNumber: "1Z 999",
      carrier: "UPS"
    })
    assert.strictEqual(tracked.headers["location"], `/portal/${link.token}?lang=en#asset-${laptop.id}`)
    assert.deepInclude(yield* shown(by, laptop.id), { tracking_number: "1Z 999" })
    const entries = (yield* assetEntries(by)).filter(({ action }) => /portal_task|tracking/.test(action))
    assert.deepStrictEqual(
      entries.map(({ action, actor_id }) => [action, actor_id]),
      [
        ["portal_task_ticked", null],
        ["asset_tracking_given", null]
      ]
    )
    // Where it was sent to leads to the page, when somebody loads it again.
    assert.include((yield* send("GET", `/portal/${link.token}/tasks/${id}`)).text, "Return the keys")
  })

  // portal-5
  it.status(403, "what another site's page sends changes nothing", function* () {
    const leaver = yield* aLeaver()
    const id = yield* aTask(leaver, "Return the keys", "employee")
    const foreign: ReadonlyArray<Readonly<Record<string, string>>> = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.test" },
      { origin: "null" }
    ]
    for (const headers of foreign) {
      const refused = yield* post(`/portal/${leaver.link.token}/tasks/${id}`, { completed: "true" }, headers)
      assert.strictEqual(refused.status, 403)
      assert.include(refused.text, "did not come from your page")
    }
    assert.strictEqual((yield* pageOf(leaver.link.token)).tasks.find((task) => task.id === id)?.completed, false)
  })

  // portal-5
  it.effect("400, 402, 404, 409: the page with the reason, as PATCH refuses, and what was typed stays", function* () {
    const leaver = yield* aLeaver()
    const { by, laptop, link, offboardingId } = leaver
    const other = yield* aLeaver()
    const id = yield* aTask(leaver, "Return the keys", "employee")
    const refused = Effect.fnUntraced(function* (
      path: string,
      form: Readonly<Record<string, string>>,
      status: number,
      said: string
    ) {
      const answer = yield* withStatus(status, post(`/portal/${link.token}/${path}`, form), path)
      assert.match(answer.headers["content-type"] ?? "", /^text\/html/)
      assert.include(answer.text, said, path)
      return answer
    })
    yield* refused(`tasks/${id}`, { completed: "maybe" }, 400, "The request was incomplete")
    yield* refused(`tasks/${id}`, {}, 400, "The request was incomplete")
    yield* refused("tasks/17", { completed: "true" }, 400, "The request was incomplete")
    yield* refused(`assets/${laptop.id}`, {}, 400, "The request was incomplete")
    const typed = { trackingNumber: `"${"x".repeat(100)}`, carrier: "UPS" }
    const long = yield* refused(`assets/${laptop.id}`, typed, 400, "at most 100 characters")
    assert.include(long.text, `value="&quot;${"x".repeat(100)}"`)
    yield* refused(`assets/${other.laptop.id}`, { trackingNumber: "1Z", carrier: "UPS" }, 404, "no longer on your list")
    yield* refused(`tasks/${randomUUID()}`, { completed: "true" }, 404, "no longer on your list")
    assert.strictEqual((yield* post(`/portal/${"a".repeat(43)}/tasks/${id}`, { completed: "true" })).status, 404)
    yield* systemSql`UPDATE organisations SET plan_status = 'canceled' WHERE id = ${by.orgId}`
    yield* refused(`tasks/${id}`, { completed: "true" }, 402, "can’t change anything right now")
    yield* systemSql`UPDATE organisations SET plan_status = 'active' WHERE id = ${by.orgId}`
    yield* systemSql`UPDATE offboardings SET status = 'completed' WHERE id = ${offboardingId}`
    yield* refused(`assets/${laptop.id}`, { trackingNumber: "1Z", carrier: "UPS" }, 409, "you can’t change anything")
    assert.notInclude((yield* send("GET", `/portal/${link.token}`)).text, "<form")
    assert.deepInclude(yield* shown(by, laptop.id), { tracking_number: "" })
    assert.strictEqual((yield* send("PUT", `/portal/${link.token}/tasks/${id}`)).status, 405)
  })

  // portal-11: The page takes at most 60 changes a minute from one IP address.
  it.status(429, "60 changes a minute from one address, as a page", function* () {
    const leaver = yield* aLeaver()
    const id = yield* aTask(leaver, "Return the keys", "employee")
    const answers = yield* Effect.forEach(
      Array.from({ length: 64 }),
      () => post(`/portal/${leaver.link.token}/tasks/${id}`, { completed: "true" }),
      { concurrency: 8 }
    )
    assert.include(answers.find(({ status }) => status === 429)?.text, "Too many requests")
  })
})

layer(AppWithFolder)("GET /portal/{token}, in the person's language", (it) => {
  const seenIn = (token: string, language: string, query = "") =>
    send("GET", `/portal/${token}${query}`, { headers: { accept: "text/html", "accept-language": language } })

  // portal-6: It speaks English and German, and names whom to ask.
  it.effect(
    "as the browser asks, or as is chosen on the page; a link that opens nothing says what to do in it",
    function* () {
      const { link } = yield* aLeaver()
      for (const [language, query, lang] of [
        ["de-AT,de;q=0.9,en;q=0.8", "", "de"],
        ["fr,en;q=0.5,de;q=0.7", "", "de"],
        ["fr", "", "en"],
        ["de;q=0", "", "en"],
        ["de", "?lang=en", "en"],
        ["en", "?lang=de", "de"],
        ["en", "?lang=xx", "en"]
      ] as const) {
        const { text } = yield* seenIn(link.token, language, query)
        assert.include(text, `<html lang="${lang}">`, `${language} ${query}`)
        assert.include(text, lang === "de" ? "dein letzter Tag" : "your last day")
      }
      const gone = yield* withStatus(404, seenIn("nothing", "de"))
      assert.include(gone.text, "Dieser Link ist abgelaufen")
      assert.include(gone.text, "Nur der neueste gilt")
    }
  )

  it.effect("dates follow the region of the browser", function* () {
    const { link } = yield* aLeaver()
    for (const [language, day] of [
      ["en-GB,en;q=0.9", ">30 April 2026<"],
      ["fr,en;q=0.8", ">April 30, 2026<"],
      ["en-x-evil", ">April 30, 2026<"],
      ["de-AT", ">30. April 2026<"]
    ] as const) {
      assert.include((yield* seenIn(link.token, language)).text, day, language)
    }
  })

  // portal-6
  it.effect("names whom to ask: who made the link, while they are a member; else the manager", function* () {
    const { by, link, offboardingId } = yield* aLeaver()
    assert.deepStrictEqual((yield* pageOf(link.token)).contact?.email, by.email)
    assert.include((yield* seenIn(link.token, "en")).text, `mailto:${by.email}`)
    yield* systemSql`UPDATE portal_links SET created_by = NULL WHERE offboarding_id = ${offboardingId}`
    yield* systemSql`UPDATE offboardings SET manager_email = 'grace@acme.test' WHERE id = ${offboardingId}`
    assert.deepStrictEqual((yield* pageOf(link.token)).contact, { name: null, email: "grace@acme.test" })
    yield* systemSql`UPDATE offboardings SET manager_email = NULL WHERE id = ${offboardingId}`
    assert.isNull((yield* pageOf(link.token)).contact)
    assert.include((yield* seenIn(link.token, "en")).text, "Ask your manager")
  })
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
      return_instructions: null,
      documents: [
        {
          id: "0b0a1c0e-8a7a-4b6e-9a61-0a5b7f8f4c11",
          name: "NDA",
          doc_type: "Other",
          status: "pending",
          download_url: null,
          signing: { provider: "docusign", sign_url: 'https://leave.acme.example/portal/t/sign/d?a=1&b="2' }
        }
      ],
      interview: null,
      contact: null,
      closed: null
    })
    const shown = renderPage({ page, lang: "en", locale: "en-US", now: start, path: "/portal/t" })
    assert.include(shown, `href="https://leave.acme.example/portal/t/sign/d?a=1&amp;b=&quot;2" rel="noreferrer"`)
    assert.include(shown, "Sign at DocuSign")
  })
})

layer(AppWithFolder)("PATCH /api/portal/{token}/tasks/{id}", (it) => {
  const tick = (token: string, id: string, completed: unknown = true) =>
    send("PATCH", `/api/portal/${token}/tasks/${id}`, { body: { completed } })

  // portal-3
  it.status(200, "their own task, there and back; audited without an actor, by the portal link", function* () {
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

  it.status(400, "completed is true or false; an id that is not a UUID", function* () {
    const { link } = yield* aLeaver()
    assert.strictEqual((yield* tick(link.token, randomUUID(), "yes")).status, 400)
    assert.strictEqual((yield* tick(link.token, "17")).status, 400)
  })

  // portal-10: The portal changes nothing in a read-only organization: 402.
  it.status(402, "read_only: nothing changes while the organisation is read-only", function* () {
    const leaver = yield* aLeaver()
    const id = yield* aTask(leaver, "Return the keys", "employee")
    yield* systemSql`UPDATE organisations SET plan_status = 'canceled' WHERE id = ${leaver.by.orgId}`
    const answer = yield* withStatus(402, tick(leaver.link.token, id))
    assert.deepInclude(answer.body, { code: "read_only" })
  })

  it.status(
    404,
    "somebody else's task, one that follows a record, one of another case, and an unknown link",
    function* () {
      const [leaver, other] = [yield* aLeaver(), yield* aLeaver()]
      const following = yield* aTask(leaver, "Sign", "employee")
      yield* systemSql`UPDATE checklist_items SET follows = 'assets' WHERE id = ${following}`
      for (const id of [
        yield* aTask(leaver, "Pay", "Finance"),
        following,
        yield* aTask(other, "Return the keys", "employee"),
        randomUUID()
      ]) {
        const answer = yield* withStatus(404, tick(leaver.link.token, id))
        assert.deepInclude(answer.body, { code: "not_yours" })
      }
      assert.deepStrictEqual((yield* tick("a".repeat(43), following)).body, { error: invalid })
    }
  )

  // portal-9: The portal changes nothing in a completed offboarding: 409 `case_completed`.
  it.status(409, "case_completed: nothing changes once the case is completed", function* () {
    const leaver = yield* aLeaver()
    const id = yield* aTask(leaver, "Return the keys", "employee")
    yield* systemSql`UPDATE offboardings SET status = 'completed' WHERE id = ${leaver.offboardingId}`
    const answer = yield* withStatus(409, tick(leaver.link.token, id))
    assert.deepInclude(answer.body, { code: "case_completed" })
  })
})

layer(AppWithFolder)("PATCH /api/portal/{token}/assets/{id}", (it) => {
  const track = (token: string, id: string, trackingNumber: unknown) =>
    send("PATCH", `/api/portal/${token}/assets/${id}`, { body: { trackingNumber } })

  it.status(200, "the tracking number of what they send back; audited once without an actor", function* () {
    const { by, laptop, link } = yield* aLeaver()
    for (let twice = 0; twice < 2; twice++) {
      const answer = yield* track(link.token, laptop.id, "1Z 999")
      assert.deepStrictEqual(
        [answer.status, answer.body],
        [200, { id: laptop.id, tracking_number: "1Z 999", carrier: "" }]
      )
    }
    assert.deepInclude(yield* shown(by, laptop.id), { tracking_number: "1Z 999", status: "deployed" })
    const entries = (yield* assetEntries(by)).filter(({ action }) => action === "asset_tracking_given")
    assert.deepStrictEqual(
      entries.map(({ actor_id, details }) => [actor_id, details]),
      [[null, "tracking_number:  -> 1Z 999, by the portal link"]]
    )
  })

  it.status(400, "at most 100 characters; an id that is not a UUID", function* () {
    const { laptop, link } = yield* aLeaver()
    assert.strictEqual((yield* track(link.token, laptop.id, "x".repeat(101))).status, 400)
    assert.strictEqual((yield* track(link.token, "17", "1Z")).status, 400)
  })

  // portal-10
  it.status(402, "read_only: nothing changes while the organisation is read-only", function* () {
    const { by, laptop, link } = yield* aLeaver()
    yield* systemSql`UPDATE organisations SET plan_status = 'trial_expired' WHERE id = ${by.orgId}`
    assert.strictEqual((yield* track(link.token, laptop.id, "1Z")).status, 402)
  })

  it.status(404, "somebody else's asset, one that came back, and one of another organisation", function* () {
    const { by, laptop, link } = yield* aLeaver()
    const other = yield* aLeaver()
    const bo = yield* aHolder(by, "Bo Diddley")
    yield* as(by).patch(`/api/assets/${laptop.id}/return`)
    for (const id of [laptop.id, (yield* anAsset(by, holding(bo.id))).id, other.laptop.id, randomUUID()]) {
      const answer = yield* withStatus(404, track(link.token, id, "1Z"))
      assert.deepInclude(answer.body, { code: "not_yours" })
    }
  })

  // portal-9
  it.status(409, "case_completed: nothing changes once the case is completed", function* () {
    const { laptop, link, offboardingId } = yield* aLeaver()
    yield* systemSql`UPDATE offboardings SET status = 'completed' WHERE id = ${offboardingId}`
    assert.strictEqual((yield* track(link.token, laptop.id, "1Z")).status, 409)
  })

  it.status(
    409,
    "case_completed: whoever comes while the case is being completed waits for it; readers do not",
    function* () {
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
    }
  )
})
