// The registry answers npm on one platform without the optional packages of the others, and `npm ci` then refuses the lock
// file. Run after every `npm install` that changed it: node scripts/complete-lock.mjs
import fs from "node:fs"
const file = new URL("../package-lock.json", import.meta.url)
const lock = JSON.parse(fs.readFileSync(file, "utf8"))
const oses = ["darwin", "linux", "win32", "android", "freebsd", "openharmony", "aix", "sunos", "openbsd", "netbsd"]
const cpus = ["x64", "arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "loong64"]
for (const [key, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (lock.packages[`node_modules/${name}`] || lock.packages[`${key}/node_modules/${name}`]) continue
    const words = name.split(/[/-]/)
    const os = oses.find((o) => words.includes(o)),
      cpu = cpus.find((c) => words.includes(c))
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(words.includes("musl")
        ? { libc: ["musl"] }
        : words.includes("gnu") && os === "linux"
          ? { libc: ["glibc"] }
          : {}),
      optional: true,
      ...(os ? { os: [os] } : {})
    }
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a === b ? 0 : a < b ? -1 : 1)))
fs.writeFileSync(file, JSON.stringify(lock, null, 2) + "\n")
