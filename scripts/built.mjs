// Plain JavaScript for Node 20 without dependencies: it runs before anything is installed.
import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"

const folders = ["src", "packages/charts", "packages/cli", "packages/client", "packages/contract"]
const files = [
  "package-lock.json",
  "packages/dashboard/fingerprint.ts",
  "packages/dashboard/help-source.ts",
  "packages/dashboard/src/help.ts",
  "packages/dashboard/src/pages.ts",
  "scripts/admin.ts",
  "scripts/build.mjs",
  "scripts/migrate.ts",
  "scripts/one-byte.mjs"
]

const filesOf = (folder) =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesOf(file)
    return [file]
  })

/** What a build of the service would be made of now: SHA-256 over every source and its name. Some 50 milliseconds. */
const fingerprint = (root) => {
  const hash = createHash("sha256")
  const sources = [
    ...folders.flatMap((folder) => filesOf(path.join(root, folder))),
    ...files.map((file) => path.join(root, file))
  ]
  for (const file of sources.toSorted()) hash.update(`${path.relative(root, file)}\0`).update(fs.readFileSync(file))
  return hash.digest("hex")
}

/** Where all builds are. */
export const buildsFolder = (root) => path.join(root, "dist", "service")

/** Where the build of the sources that are there is, or would be. */
export const buildFolder = (root) => path.join(buildsFolder(root), fingerprint(root).slice(0, 16))
