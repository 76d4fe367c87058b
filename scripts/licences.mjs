// Usage: npm run -s licences: what production is made of, by licence, as npm's own lock has it.
// Plain JavaScript without dependencies: a tool for this would bring more packages than it lists licences.
import fs from "node:fs"
import path from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const { packages } = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8"))

/** Those that let a service be run and handed over without its source; others are looked at by a person first. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "MIT AND OFL-1.1",
  "MIT-0",
  "MPL-2.0",
  "Bitstream-Vera",
  "OFL-1.1",
  "PostgreSQL"
])

/** Whose manifests name no licence that npm reads, by what lies in the package (for typst's parts: in the one that they are of). */
const byHand = (name) =>
  name.startsWith("@myriaddreamin/typst-ts-node-compiler-")
    ? "Apache-2.0"
    : { "dejavu-fonts-ttf": "Bitstream-Vera", "png-js": "MIT" }[name]

const manifestLicence = (folder) => {
  try {
    const { license, licenses } = JSON.parse(fs.readFileSync(path.join(root, folder, "package.json"), "utf8"))
    return license?.type ?? license ?? licenses?.map(({ type }) => type).join(" OR ")
  } catch {
    return undefined
  }
}

const byLicence = new Map()
for (const [folder, { dev, devOptional, license, link, version }] of Object.entries(packages)) {
  const name = folder.split("node_modules/").at(-1)
  if (!folder.includes("node_modules/") || dev === true || devOptional === true || link === true) continue
  const licence = byHand(name) ?? license ?? manifestLicence(folder) ?? "none named"
  byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${version}`))
}

for (const [licence, names] of [...byLicence].toSorted(([a], [b]) => a.localeCompare(b))) {
  process.stdout.write(
    `${licence}${allowed.has(licence) ? "" : " (NOT LOOKED AT)"}\n  ${[...names].toSorted().join("\n  ")}\n`
  )
}
if ([...byLicence.keys()].some((licence) => !allowed.has(licence))) process.exitCode = 1
