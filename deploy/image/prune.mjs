// Usage: node --experimental-import-meta-resolve deploy/image/prune.mjs (where the image is built, after `npm ci --omit=dev` and scripts/build.mjs)
// Leaves in node_modules what the built service loads beside itself, and everybody's licences.
import fs from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import process from "node:process"
import { fileURLToPath, pathToFileURL } from "node:url"
import { rolldown } from "rolldown"

const root = process.cwd()
const under = (folder) => path.join(root, folder)
// Not by `recursive`, which follows the links to this repository's own packages.
const walk = (folder) =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name)
    return entry.isDirectory() ? walk(place) : entry.isFile() ? [place] : []
  })
const filesUnder = (folder) => walk(under(folder))

// The programs as they were built, those of threads and processes of their own among them.
const programs = filesUnder("service").filter((file) => file.endsWith(".mjs"))

/** Where Node itself finds it, and not where a bundler would; what it does not find is optional or Node's own. */
const resolved = (source, importer, kind) => {
  try {
    const id =
      kind === "require-call"
        ? createRequire(importer).resolve(source)
        : fileURLToPath(import.meta.resolve(source, pathToFileURL(importer)))
    return fs.statSync(id).isFile() && !id.endsWith(".node") ? id : { id: source, external: true }
  } catch {
    return { id: source, external: true }
  }
}

/** Every module that one of them can come to load, by a bundler's reading of their imports. */
const loaded = new Set()
const bundle = await rolldown({
  input: programs,
  platform: "node",
  tsconfig: false,
  treeshake: false,
  logLevel: "silent",
  plugins: [
    {
      name: "loaded",
      resolveId: (source, importer, { kind }) =>
        importer === undefined ? undefined : resolved(source, importer, kind),
      moduleParsed: ({ id }) => void loaded.add(id)
    }
  ]
})
await bundle.generate({ format: "esm" })
await bundle.close()

const { packages } = JSON.parse(fs.readFileSync(under("node_modules/.package-lock.json"), "utf8"))
const packageOf = (file) =>
  Object.keys(packages)
    .filter((folder) => folder.includes("node_modules/") && file.startsWith(`${under(folder)}${path.sep}`))
    .toSorted((a, b) => b.length - a.length)[0]

const { families } = await import(pathToFileURL(under("src/platform/pdf/fonts.ts")).href)
const fonts = new Set(Object.values(families).flatMap(({ bold, regular }) => [regular, bold]))

const used = new Set([...loaded, ...fonts].filter((file) => file?.includes("node_modules")).map(packageOf))
// A native part is a package of its own, which the one that needs it chooses by the machine.
const parts = Array.from(used, (folder) => Object.keys(packages[folder]?.optionalDependencies ?? {})).flat()
for (const name of parts) used.add(`node_modules/${name}`)

// A name that is put together is nothing to follow: such a package stays whole.
const puzzling =
  /\b(?:require|import)\((?:\s|\/\*.*?\*\/)*(?!["'\s)]|`[^`$]*`)|\bcreateRequire\b|\bimport\.meta\.(?:url|resolve|dirname)/
const whole = new Set(
  [...loaded]
    .filter((file) => file.includes("node_modules") && puzzling.test(fs.readFileSync(file, "utf8")))
    .map(packageOf)
)
process.stdout.write(`whole: ${[...whole].map((folder) => folder.slice("node_modules/".length)).join(", ")}\n`)

const isLicence = (file) => /licen[cs]e|notice|copying/i.test(path.basename(file))
const isData = (file) =>
  !/\.(?:[cm]?[jt]sx?|map|md|markdown|flow|html|png|jpg|gif|gz|ttf|otf|woff2?|txt|ya?ml)$/i.test(file)
const isScript = (file) => /\.[cm]?js$/.test(file)
const stays = (file) =>
  loaded.has(file) || (isScript(file) && whole.has(packageOf(file))) || fonts.has(file) || isData(file)

let kept = 0
for (const file of filesUnder("node_modules")) {
  // What was built in has its licence here alone.
  if (isLicence(file) || (used.has(packageOf(file)) && !/[/\\]\.[^/\\]+[/\\]/.test(file) && stays(file)))
    kept += fs.statSync(file).size
  else fs.rmSync(file)
}
const dropEmpty = (folder) => {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) dropEmpty(path.join(folder, entry.name))
  }
  if (fs.readdirSync(folder).length === 0) fs.rmdirSync(folder)
}
dropEmpty(under("node_modules"))
const links = Object.entries(packages).filter(([, { link }]) => link === true)
for (const [folder, { resolved }] of links) {
  if (!fs.existsSync(under(resolved))) fs.rmSync(under(folder), { force: true })
}

// What was left out by mistake is found here and not at a customer's: Node loads each package that a module of ours names.
const named = /^(?:import|export) (?!type\b)[^"]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm
const { dependencies } = JSON.parse(fs.readFileSync(under("package.json"), "utf8"))
// A package that some library tries to load, and that is none of ours, may be missing.
const ours = (name) => Object.keys(dependencies).some((one) => name === one || name.startsWith(`${one}/`))
const places = new Set(
  [...loaded]
    .filter((file) => file.startsWith(root) && !file.includes("node_modules"))
    .flatMap((file) =>
      [...fs.readFileSync(file, "utf8").matchAll(named)]
        .filter(([, from, lazy]) => from !== undefined || ours(lazy))
        .map(([, from, lazy]) => from ?? lazy)
        .filter((name) => !/^(?:node:|[.#/]|@svc\/)/.test(name))
        .map((name) => import.meta.resolve(name, pathToFileURL(file)))
    )
)
for (const place of places) await import(place)
process.stdout.write(
  `${places.size} packages load. ${used.size} of ${Object.keys(packages).length} packages stay, ${Math.round(kept / 1e6)} MB\n`
)
