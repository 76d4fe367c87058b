import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { FileKey } from "#platform/files/store"
import { Files } from "#platform/files/files"
import { appWith, firstKey } from "#test/audit/anchors/support"
import { certificate, sink, type Sink } from "#test/support/outbound-servers"
import { asOwner } from "#test/support/tables"
import { anAnchoredChain } from "./anchored.ts"
import { brokenIn, cutOff, verify } from "./tampering.ts"

const stand: { away: boolean; kept: Array<Record<string, unknown>> } = { away: false, kept: [] }

/** Keeps what it is told, and answers it; away, it answers 503. */
const server = Effect.gen(function* () {
  const witness: Sink = yield* sink(
    (request, response) => {
      if (stand.away) return response.writeHead(503).end("no")
      if (request.method === "POST") {
        stand.kept.unshift(JSON.parse(witness.requests.at(-1)?.body ?? "{}"))
        return response.writeHead(201).end()
      }
      const orgId = new URL(request.url ?? "", "https://witness").searchParams.get("org_id")
      const answer = stand.kept.filter((anchor) => anchor["org_id"] === orgId)
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
    },
    { certificate: yield* certificate }
  )
  return { signingKey: firstKey, witness }
})

layer(appWith(server))("the HTTPS witness", (it) => {
  it.effect("finds what was rolled back together with head, anchors and the file in the storage", function* () {
    const { orgId } = yield* anAnchoredChain
    const { ok, witnesses } = yield* verify(orgId)
    assert.isTrue(ok)
    assert.deepStrictEqual(witnesses, [
      { name: "storage", checked: 2 },
      { name: "https", checked: 2 }
    ])
    const files = yield* Files
    yield* files.delete(FileKey.make(`audit-anchors/${orgId}/anchors.json`))
    yield* asOwner((sql) =>
      Effect.andThen(cutOff(sql, orgId, 7), sql`DELETE FROM audit_anchors WHERE org_id = ${orgId} AND seq > 7`)
    )
    assert.deepStrictEqual(yield* brokenIn(orgId), ["anchor_missing 10", "rolled_back 10"])
  })

  it.effect("is named with the reason when it cannot be asked, and ok speaks of what was checked", function* () {
    const { orgId } = yield* anAnchoredChain
    stand.away = true
    const { ok, witnesses } = yield* Effect.ensuring(
      verify(orgId),
      Effect.sync(() => void (stand.away = false))
    )
    assert.isTrue(ok)
    assert.deepStrictEqual(witnesses, [
      { name: "storage", checked: 2 },
      { name: "https", checked: null, error: "The witness answered 503" }
    ])
  })
})
