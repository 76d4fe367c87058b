/** `npm run prose [-- FILE…]`: the words that `docs/words.txt` forbids, where they are, and what to write instead. */
import { hitsIn, printed, proseFiles } from "../test/support/prose.ts"

const named = process.argv.slice(2)
const hits = (named.length === 0 ? proseFiles() : named).flatMap(hitsIn)
process.stdout.write(hits.map((hit) => `${printed(hit)}\n`).join(""))
