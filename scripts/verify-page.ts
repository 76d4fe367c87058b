import { writeFileSync } from "node:fs"
import { verifyArtifacts } from "./verify-artifacts.ts"

/** `npm run verify-page`: writes the offline verifier's page and its command in one file, which a test builds afresh and compares. */
for (const [url, text] of await verifyArtifacts()) {
  writeFileSync(url, text)
  process.stdout.write(`${url.pathname.replace(/^.*(?=packages\/)/, "")}\n`)
}
