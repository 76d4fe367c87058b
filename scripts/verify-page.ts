import { writeFileSync } from "node:fs"
import { buildVerifier, digestsFile, digestsOf, writeVerifier } from "./verifier.ts"

/** `npm run verify-page`: builds the offline verifier and writes its digests, which a test compares with a build of its own. */
const files = await buildVerifier()
writeVerifier(files)
writeFileSync(digestsFile, digestsOf(files))
process.stdout.write(digestsOf(files))
