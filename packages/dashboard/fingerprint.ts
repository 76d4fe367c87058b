import { createHash } from "node:crypto"
import { existsSync, globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** This package's folder, also for the service, which takes these files into its own. */
const own = new URL(".", import.meta.resolve("@svc/dashboard/package.json"))
const root = fileURLToPath(new URL("../..", own))

/** All that the build reads. */
const sources = [
  "packages/dashboard/{index.html,vite.config.ts,reference.ts,undocumented.ts,help-source.ts,build.ts,package.json}",
  "packages/{dashboard,charts,client,contract}/src/**/*",
  "CHANGELOG.md",
  "package-lock.json"
]

/** Whether it can be built here: an image holds what was built alone. */
export const hasSources = (): boolean => existsSync(new URL("build.ts", own))

/** What the build would be made of now: SHA-256 over every source and its name, in hex. Some ten milliseconds. */
export const fingerprint = (): string => {
  const hash = createHash("sha256")
  for (const file of globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .toSorted()) {
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  }
  return hash.digest("hex")
}

/** Where developers and `npm test` build it; a service that finds it out of date builds its own beside its data. */
export const builtFolder = fileURLToPath(new URL("dist", own))

/** In a folder of a build, the fingerprint of what it was made of. */
export const fingerprintOf = (folder: string) => `${folder}/.fingerprint`
