// Plain JavaScript for Node 20 without dependencies: it runs before anything is installed.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import process from "node:process"

const folders = ["src", "packages/charts", "packages/cli", "packages/client", "packages/contract"]
const files = [
  "package-lock.json",
  "packages/dashboard/fingerprint.ts",
  "packages/dashboard/help-source.ts",
  "packages/dashboard/package.json",
  "packages/dashboard/src/outgoing/notifications/leads.ts",
  "packages/dashboard/src/platform/help.ts",
  "packages/dashboard/src/platform/pages.ts",
  "packages/verify/SHA256SUMS",
  "scripts/admin.ts",
  "scripts/build.mjs",
  "scripts/migrate.ts",
  "scripts/one-byte.mjs",
  "scripts/verifier.ts"
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

/** The commit of the sources: as who builds them tells it (`COMMIT`, `COMMIT_DATE`), else of the checkout that they are in. */
const commitOf = (root) => {
  const { COMMIT, COMMIT_DATE } = process.env
  if (COMMIT) return { commit: COMMIT, ...(COMMIT_DATE ? { commit_date: COMMIT_DATE } : {}) }
  if (!fs.existsSync(path.join(root, ".git"))) return undefined
  const { status, stdout } = spawnSync("git", ["-C", root, "log", "-1", "--format=%H %cI"], { encoding: "utf8" })
  const [commit, commit_date] = status === 0 ? stdout.trim().split(" ") : []
  return commit === undefined ? undefined : { commit, commit_date }
}

/** Writes the commit beside what was built of it; a folder that cannot be written to keeps what it has. */
export const recordCommit = (root, folder) => {
  const known = commitOf(root)
  if (known === undefined) return
  const file = path.join(folder, "commit.json")
  const text = `${JSON.stringify(known)}\n`
  try {
    if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === text) return
    fs.writeFileSync(`${file}.${process.pid}`, text)
    fs.renameSync(`${file}.${process.pid}`, file)
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error
  }
}
