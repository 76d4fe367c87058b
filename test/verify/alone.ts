import { assert } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

/** A folder with the one-file command and these files, and nothing installed, as an auditor has it. */
export const aFolderWith = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const folder = mkdtempSync(join(tmpdir(), "svc-verify-"))
  copyFileSync("packages/verify/dist/verify.mjs", join(folder, "verify.mjs"))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** Runs the command there. */
export const runIn = (folder: string, ...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["verify.mjs", ...args], {
    cwd: folder,
    env: {},
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2
  })
  assert.notMatch(stderr + stdout, /^\s+at /m)
  return { status, stderr, stdout }
}
