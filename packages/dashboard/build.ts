import fs from "node:fs"
import path from "node:path"
import process from "node:process"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { build } from "vite"
import { builtFolder, fingerprint, fingerprintOf } from "./fingerprint.ts"

// `build.ts [FOLDER]`: the dashboard, made anew beside the one that is there and then put in its place, so
// that whoever serves it never sees half of one.
const target = process.argv[2] ?? builtFolder
const made = `${target}-${process.pid}`
const before = fingerprint()

await build({
  configFile: path.join(import.meta.dirname, "vite.config.ts"),
  // Vite's own way writes beside the packages, which an installed service may not.
  configLoader: "native",
  build: { outDir: made },
  logLevel: "warn"
})

const compressible = /\.(?:js|css|svg|html)$/
for (const name of fs
  .readdirSync(made, { recursive: true, encoding: "utf8" })
  .filter((name) => compressible.test(name))) {
  const file = path.join(made, name)
  const content = fs.readFileSync(file)
  fs.writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  fs.writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}
fs.writeFileSync(fingerprintOf(made), before)

const old = `${made}-old`
if (fs.existsSync(target)) fs.renameSync(target, old)
try {
  fs.renameSync(made, target)
} catch (error) {
  // Another process was first; both made the same.
  if (!fs.existsSync(target)) throw error
  fs.rmSync(made, { recursive: true, force: true })
}
fs.rmSync(old, { recursive: true, force: true })
