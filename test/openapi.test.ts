import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { openApiDocuments } from "../scripts/openapi-documents.ts"

describe("the promised surfaces", () => {
  for (const [name, text] of openApiDocuments) {
    it(`${name} is what was last agreed: run \`npm run openapi\` and read the diff`, () => {
      assert.strictEqual(text, readFileSync(new URL(`snapshots/${name}`, import.meta.url), "utf8"))
    })
  }
})
