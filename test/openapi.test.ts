import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { openApiBreaks } from "../scripts/openapi-breaks.ts"
import { promisedDocuments } from "../scripts/openapi-documents.ts"
import { routesPage } from "../scripts/routes-page.ts"

const snapshot = (name: string) => readFileSync(new URL(`snapshots/${name}`, import.meta.url), "utf8")
const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

/**
 * Breaking changes since the last release that were decided. Each is in the changelog in bold, or says here whom it cannot reach.
 * A release (`npm run openapi -- --release`) empties the list.
 */
const decided: ReadonlyArray<string> = [
  // Only callers who send Idempotency-Key get these refusals, and release 1.4.0 did not have that header.
  "POST /api/v1/offboardings 409.code: can be missing now",
  "POST /api/v1/offboardings 409.id: can be missing now"
]

describe("the promised surfaces", () => {
  for (const [name, text] of promisedDocuments) {
    // versions-1: Every public path is below `/api/v1`. The public and SCIM documents change only on purpose, and break
    //   no caller of the last release without a decision.
    it(`${name} is what was last agreed: run \`npm run openapi\` and read the diff`, () => {
      assert.strictEqual(text, snapshot(name))
    })
  }

  // versions-1
  it("break nothing that the last release promised, but for what was decided", () => {
    const breaks = promisedDocuments.flatMap(([name, text]) =>
      openApiBreaks(parse(snapshot(`released-${name}`)), parse(text))
    )
    assert.deepStrictEqual(breaks, decided)
  })

  it("docs/routes.md is what the contract says: run `npm run routes` and read the diff", () => {
    assert.strictEqual(readFileSync("docs/routes.md", "utf8"), routesPage)
  })
})
