import { execFileSync } from "node:child_process"
import path from "node:path"
import process from "node:process"

const root = path.resolve(import.meta.dirname, "..")

/** The file that `npm start` runs: the service built of the sources that are there, made now if it is not there yet. */
export const builtService = () =>
  path.join(execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: root, encoding: "utf8" }).trim(), "main.mjs")
