import { Schema } from "effect"
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import process from "node:process"

/**
 * `npm run packages [-- FOLDER]`: builds `@svc/contract` and `@svc/client` as others install them, plain ESM with types for
 * Node 20 and browsers, and packs each into a tarball in the folder (`.packages` unless given). Inside of the repository
 * they run from source, so what is built has a manifest of its own.
 */
const root = path.resolve(import.meta.dirname, "..")
const out = path.resolve(process.argv[2] ?? path.join(root, ".packages"))

const Names = Schema.Record(Schema.String, Schema.String)
const Manifest = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  description: Schema.String,
  license: Schema.String,
  type: Schema.Literal("module"),
  dependencies: Schema.optionalKey(Names),
  peerDependencies: Names,
  engines: Names
})
const readManifest = Schema.decodeUnknownSync(Schema.fromJsonString(Manifest))

const run = (command: string, args: ReadonlyArray<string>, cwd: string) => {
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"] })
  if (status !== 0) {
    throw new Error(`${command} ${args.join(" ")}: failed`)
  }
}

const write = (file: string, value: object) => fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

/** The compiler rewrites `./file.ts` in what runs, not in the types. */
const nameBuiltFiles = (folder: string) => {
  for (const file of fs.globSync(`${folder}/**/*.d.ts`)) {
    const text = fs.readFileSync(file, "utf8")
    fs.writeFileSync(file, text.replaceAll(/(\bfrom |\bimport\()"(\.{1,2}\/[^"]+)\.ts"/g, '$1"$2.js"'))
  }
}

const compilerOptions = (source: string, built: string) => ({
  noEmit: false,
  declaration: true,
  rewriteRelativeImportExtensions: true,
  target: "es2022",
  rootDir: path.join(source, "src"),
  outDir: path.join(built, "dist"),
  // The client is compiled against the built contract, as it will find it.
  paths: { "@svc/contract/*": [path.join(out, "contract/dist/*.d.ts")] }
})

const build = (name: string) => {
  const source = path.join(root, "packages", name)
  const built = path.join(out, name)
  fs.rmSync(built, { recursive: true, force: true })
  fs.mkdirSync(built, { recursive: true })

  const project = path.join(built, "tsconfig.json")
  write(project, {
    extends: path.join(root, "tsconfig.json"),
    compilerOptions: { ...compilerOptions(source, built), typeRoots: [path.join(root, "node_modules/@types")] },
    include: [path.join(source, "src")]
  })
  run(path.join(root, "node_modules/.bin/tsc"), ["-p", project], root)
  fs.rmSync(project)
  nameBuiltFiles(path.join(built, "dist"))

  write(path.join(built, "package.json"), {
    ...readManifest(fs.readFileSync(path.join(source, "package.json"), "utf8")),
    sideEffects: false,
    exports: { "./*": { types: "./dist/*.d.ts", import: "./dist/*.js" }, "./package.json": "./package.json" },
    files: ["dist"]
  })
  fs.copyFileSync(path.join(source, "README.md"), path.join(built, "README.md"))
  fs.copyFileSync(path.join(root, "LICENSE"), path.join(built, "LICENSE"))
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", out, built], out)
}

// Whatever the folder, the built contract finds `effect` while the client is compiled against it.
const dependencies = path.join(out, "node_modules")
fs.rmSync(dependencies, { force: true })
fs.mkdirSync(out, { recursive: true })
fs.symlinkSync(path.join(root, "node_modules"), dependencies)
try {
  build("contract")
  build("client")
} finally {
  fs.rmSync(dependencies, { force: true })
}
