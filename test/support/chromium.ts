import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import process from "node:process"

/** A browser that starts here, and what its process needs. */
interface Chromium {
  readonly path: string
  readonly environment: Readonly<Record<string, string>>
}

/** In a process of its own, as the package unpacks into the folder for temporary files. */
const unpack = (into: string) =>
  spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", 'await (await import("@sparticuz/chromium")).default.executablePath()'],
    // The name of a machine for which its libraries are unpacked too: a bare one has neither NSS nor Expat.
    { cwd: import.meta.dirname, env: { TMPDIR: into, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" } }
  ).status === 0

const fontsOf = (folder: string) => `<?xml version="1.0"?>
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`

/** Where the files of the npm package lie unpacked. Of two that unpack them at once, one is in vain. */
const unpacked = () => {
  const archives = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "../../bin")
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(archives, "../package.json"), "utf8"))
  const cache = join(import.meta.dirname, "../../node_modules/.cache")
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  try {
    if (!unpack(fresh)) return undefined
    writeFileSync(join(fresh, "fonts.conf"), fontsOf(folder))
    renameSync(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

/** The one of npm, for a machine that has none: with the libraries and fonts that it lacks too. */
const ofNpm = (): Chromium | undefined => {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined
  const folder = unpacked()
  if (folder === undefined) return undefined
  const environment = {
    LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
    FONTCONFIG_FILE: join(folder, "fonts.conf")
  }
  const path = join(folder, "chromium")
  const { status } = spawnSync(path, ["--version"], { env: { ...process.env, ...environment } })
  return status === 0 ? { path, environment } : undefined
}

const given = process.env["CHROME_PATH"]

// The one without windows first: the same engine for a sixth less CPU.
const ofMachine = [given, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
  (path) => path !== undefined && existsSync(path)
)

/** What `CHROME_PATH` names, the machine's own, else the one of npm; undefined where none starts. */
export const chromium: Chromium | undefined = ofMachine === undefined ? ofNpm() : { path: ofMachine, environment: {} }
