import { Schema } from "effect"
import { writeFileSync } from "node:fs"
import { promisedDocuments, releasedText } from "./openapi-documents.ts"

/**
 * `npm run openapi`: writes the documents that `test/openapi.test.ts` compares, so that a contract change is read as a diff.
 * `npm run openapi -- --release` also keeps their shapes as those of the release, which later documents must not break.
 */
const releases = process.argv.slice(2).includes("--release")
const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))
const files = promisedDocuments.flatMap(([name, text]) => [
  [name, text] as const,
  ...(releases ? [[`released-${name}`, releasedText(parse(text))] as const] : [])
])
for (const [name, text] of files) {
  writeFileSync(new URL(`../test/snapshots/${name}`, import.meta.url), text)
  process.stdout.write(`test/snapshots/${name}\n`)
}
