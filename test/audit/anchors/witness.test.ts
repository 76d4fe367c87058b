import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { AuditAnchors } from "#audit/anchors/service"
import { certificate, sink, type Sink } from "#test/support/outbound-servers"
import { anAdmin } from "#test/support/people"
import { appWith, firstKey, page, record, run } from "./support.ts"

/** How the stand-in behaves now, and what it keeps. */
const stand: {
  mode: "keeps" | "refuses" | "rejects" | "garbage" | "mixed"
  kept: Array<Record<string, unknown>>
  asked: Array<string>
} = { mode: "keeps", kept: [], asked: [] }

const server = Effect.gen(function* () {
  const witness: Sink = yield* sink(
    (request, response) => {
      const url = new URL(request.url ?? "", "https://witness")
      stand.asked.push(`${request.method} ${request.url}`)
      if (stand.mode === "refuses") return response.writeHead(503).end("no")
      if (stand.mode === "rejects") return response.writeHead(400).end("no")
      if (request.method === "POST") {
        const sent: Record<string, unknown> = JSON.parse(witness.requests.at(-1)?.body ?? "{}")
        stand.kept.unshift(sent)
        return response.writeHead(201).end()
      }
      if (stand.mode === "garbage") return response.end("<html>")
      const orgId = url.searchParams.get("org_id")
      const answer = stand.mode === "mixed" ? stand.kept : stand.kept.filter((anchor) => anchor["org_id"] === orgId)
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer.slice(0, 500)))
    },
    { certificate: yield* certificate }
  )
  return { signingKey: firstKey, witness }
})

const published = (orgId: OrgId) => Effect.flatMap(AuditAnchors, (anchors) => anchors.published(orgId))

const httpsWitness = (orgId: OrgId) =>
  Effect.map(published(orgId), (witnesses) => witnesses.find(({ name }) => name === "https"))

/** While the effect runs, the stand-in behaves so. */
const whileItIs = <A, E, R>(mode: typeof stand.mode, effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => void (stand.mode = mode)),
    () => effect,
    () => Effect.sync(() => void (stand.mode = "keeps"))
  )

const sentOf = (orgId: OrgId) => stand.kept.filter((anchor) => anchor["org_id"] === orgId)

layer(appWith(server))("anchors outside of the database: the HTTPS witness", (it) => {
  // anchors-8
  it.effect("is told of each anchor once, by POST with all that its signature needs", function* () {
    const member = yield* anAdmin()
    yield* record(member, {})
    assert.deepInclude(yield* run("audit-anchor-hourly", member.orgId), { anchored: 1, witnessed: 1, unwitnessed: 0 })
    assert.deepInclude(yield* run("audit-anchor-hourly", member.orgId), { anchored: 0, witnessed: 0, unwitnessed: 0 })
    const [anchor] = (yield* page(member)).anchors
    const [witness] = (yield* published(member.orgId)).filter(({ name }) => name === "storage")
    const stored = witness !== undefined && "anchors" in witness ? witness.anchors[0] : undefined
    assert.deepStrictEqual(sentOf(member.orgId), [
      {
        format: "svc-audit-anchor/v1",
        org_id: member.orgId,
        seq: stored?.seq,
        entry_id: anchor?.entry_id,
        entry_hash: anchor?.entry_hash,
        entry_created_at: "2026-03-02T09:00:00.000Z",
        anchored_at: "2026-03-02T09:00:00.000Z",
        signature: anchor?.signature,
        key_id: anchor?.key_id
      }
    ])
  })

  it.effect("answers what it keeps by GET with org_id beside the query that its address has", function* () {
    const member = yield* anAdmin()
    yield* run("audit-anchor-hourly")
    const kept = yield* httpsWitness(member.orgId)
    assert.strictEqual(stand.asked.at(-1), `GET /anchors?t=1&org_id=${member.orgId}`)
    assert.isTrue(kept !== undefined && "anchors" in kept && kept.anchors.length === 1)
    const [anchor] = (yield* page(member)).anchors
    if (kept !== undefined && "anchors" in kept) {
      const [witnessed] = kept.anchors
      assert.strictEqual(witnessed?.entry_hash, anchor?.entry_hash)
      assert.deepStrictEqual(witnessed?.anchored_at, anchor?.anchored_at)
      assert.strictEqual(witnessed?.signature, anchor?.signature)
    }
  })

  // anchors-16: A witness that refuses an anchor gets it in the next round.
  it.effect("while it refuses, anchors are recorded and stored; the next round tells it of them", function* () {
    yield* run("audit-anchor-hourly")
    const members = yield* Effect.all(Array.from({ length: 7 }, () => anAdmin()))
    const [member] = members
    if (member === undefined) return assert.fail("no member")
    const asked = stand.asked.length
    const refused = yield* whileItIs("refuses", run("audit-anchor-hourly"))
    assert.deepInclude(refused, { anchored: 7, published: 7, unpublished: 0, witnessed: 0, unwitnessed: 7 })
    assert.deepStrictEqual(sentOf(member.orgId), [])
    // An anchor that is rejected for itself holds up no other.
    const before = stand.asked.length
    assert.isAtLeast(before - asked, 5)
    assert.deepInclude(yield* whileItIs("rejects", run("audit-anchor-hourly")), { witnessed: 0, unwitnessed: 7 })
    assert.strictEqual(stand.asked.length - before, 7)
    assert.deepInclude(yield* run("audit-anchor-hourly"), { anchored: 0, published: 0, witnessed: 7, unwitnessed: 0 })
    assert.lengthOf(sentOf(member.orgId), 1)
  })

  it.effect.each([
    { mode: "refuses" as const, says: "The witness answered 503" },
    { mode: "garbage" as const, says: "The witness answered with something other than its anchors" },
    { mode: "mixed" as const, says: "The witness answered with something other than its anchors" }
  ])("is said to be unreachable when it $mode", function* ({ mode, says }) {
    const member = yield* anAdmin()
    yield* anAdmin()
    yield* run("audit-anchor-hourly")
    assert.deepStrictEqual(yield* whileItIs(mode, httpsWitness(member.orgId)), { name: "https", unreachable: says })
    assert.notDeepEqual(yield* httpsWitness(member.orgId), { name: "https", unreachable: says })
  })
})
