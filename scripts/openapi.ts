import { mkdirSync, writeFileSync } from "node:fs"
import { openApiDocuments } from "./openapi-documents.ts"

/** `npm run openapi`: writes the documents that `test/openapi.test.ts` compares, so that a contract change is read as a diff. */
const folder = new URL("../test/snapshots/", import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, text] of openApiDocuments) {
  writeFileSync(new URL(name, folder), text)
  process.stdout.write(`test/snapshots/${name}\n`)
}
