import fs from "node:fs"
import { markFiles } from "./marks-files.ts"

/** `npm run marks`: writes the sprites of the logos, and `NOTICE.md` with the source, license, and guidelines of each. */
for (const [path, content] of markFiles) {
  fs.writeFileSync(path, content)
  process.stdout.write(`${path}\n`)
}
