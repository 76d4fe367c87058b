/** `npm run prose [-- --counts | --shrink | FILE…]`: the words that `docs/words.txt` forbids, where they are, and what to write instead. */
import { readFileSync, writeFileSync } from "node:fs"
import { allowedFile, hitsIn, proseFiles } from "../test/support/prose.ts"

const args = process.argv.slice(2)
const named = args.filter((argument) => !argument.startsWith("--"))
const hits = (named.length === 0 ? proseFiles() : named).flatMap(hitsIn)
const print = (lines: ReadonlyArray<string>) => process.stdout.write(`${lines.join("\n")}\n`)

const countsBy = (key: (hit: (typeof hits)[number]) => string) =>
  [...Map.groupBy(hits, key)].map(([name, { length }]) => ({ name, count: length }))

if (args.includes("--counts")) {
  const folder = (file: string) => file.split("/").slice(0, 3).join("/")
  print(
    countsBy(({ file, scope }) => `${scope} ${folder(file)}`)
      .map(({ count, name }) => `${count} ${name}`)
      .toSorted()
  )
} else if (args.includes("--shrink")) {
  const allowed: Record<string, number> = JSON.parse(readFileSync(allowedFile, "utf8"))
  const counts = countsBy(({ file }) => file).map(
    ({ count, name }) => [name, Math.min(count, allowed[name] ?? 0)] as const
  )
  writeFileSync(
    allowedFile,
    `${JSON.stringify(Object.fromEntries(counts.filter(([, count]) => count > 0).toSorted()), null, 2)}\n`
  )
} else print(hits.map(({ file, found, instead, line, scope }) => `${file}:${line} ${scope}: …${found}… ${instead}`))
