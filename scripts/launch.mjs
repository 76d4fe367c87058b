// Usage: node scripts/launch.mjs [--watch] FILE.ts [ARGUMENT…]
// Installs what is missing, then runs the file (a path from the repository's root) on this machine's Node, or on the pinned
// one where that is too old. The service itself is built first, unless that was done or the means are missing.
// Plain JavaScript for Node 20 without dependencies: it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { buildFolder, buildsFolder, recordCommit } from "./built.mjs"
import { ensureInstalled, findNode } from "./install.mjs"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const isTerminalForeground = () => {
  try {
    // Fields after the command's name: state, ppid, process group, session, terminal, the terminal's foreground group.
    const fields = fs
      .readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
    return Number(fields[4]) !== 0 && fields[2] === fields[5]
  } catch {
    return process.stdin.isTTY === true || process.stdout.isTTY === true
  }
}

/** The service as it was built of the sources that are there, made now where that can be done; else its sources. */
const builtOf = (node, file) => {
  const canBuild =
    process.env["NODE_ENV"] !== "production" && fs.existsSync(path.join(root, "node_modules", "rolldown"))
  if (!canBuild && !fs.existsSync(buildsFolder(root))) return file
  const built = path.join(buildFolder(root), "main.mjs")
  if (fs.existsSync(built)) {
    if (canBuild) recordCommit(root, path.dirname(built))
    return built
  }
  if (!canBuild) return file
  const { status } = spawnSync(node, [path.join(root, "scripts", "build.mjs")], {
    stdio: ["ignore", "ignore", "inherit"]
  })
  if (status === 0) return built
  process.stderr.write("The service could not be built. It starts from its sources, which takes longer\n")
  return file
}

/**
 * Of the built service. V8's nursery would otherwise grow to twice this at the start, and keep it; and what a start
 * allocates stays, from which V8 would learn to put the same of each request among old objects (platform-135).
 */
const builtFlags = ["--max-semi-space-size=16", "--no-allocation-site-pretenuring"]

/** Marks a build as in use, each minute: a service reads its later parts from there, and a newer build removes old ones. */
const markInUse = (folder) => {
  const mark = () => fs.utimes(folder, new Date(), new Date(), () => {})
  mark()
  setInterval(mark, 60_000).unref()
}

const run = (node, flags, file, args) => {
  const own = file.endsWith("main.mjs") ? builtFlags : []
  if (file.endsWith("main.mjs")) markInUse(path.dirname(file))
  const child = spawn(
    node,
    ["--disable-warning=ExperimentalWarning", ...own, ...flags, path.resolve(root, file), ...args],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        PATH: [path.join(root, "node_modules", ".bin"), process.env["PATH"] ?? ""].join(path.delimiter)
      }
    }
  )
  const sent = new Set()
  const forward = (name) => {
    // A key on the terminal reaches the whole foreground group, the child included, and npm may send its own copy.
    if (sent.has(name) || (name === "SIGINT" && isTerminalForeground())) return
    sent.add(name)
    child.kill(name)
  }
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, forward)
  // npm hands SIGTERM to a shell that dies of it alone: that the parent is gone is all that arrives here.
  const parent = process.ppid
  const underNpm = process.env["npm_lifecycle_event"] !== undefined
  if (underNpm) setInterval(() => process.ppid !== parent && forward("SIGTERM"), 200).unref()
  child.once("error", (error) => fail(`${node} cannot be started: ${error.message}`))
  child.once("exit", (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]))
}

const [, , ...words] = process.argv
const flags = words[0] === "--watch" ? ["--watch"] : []
const [file, ...args] = words.slice(flags.length)
if (file === undefined) fail("Usage: node scripts/launch.mjs [--watch] FILE.ts [ARGUMENT…]")

// What the service and its commands import is no dev package, which a test holds; scripts, tests and examples need them.
const needs = { dev: !/^(?:src|packages)[/\\]|^scripts[/\\](?:admin|migrate)\.ts$/.test(file) }

try {
  await ensureInstalled(root, needs)
} catch (error) {
  fail(error.message)
}
const node = findNode(root)
const isService = path.normalize(file) === path.join("src", "main.ts") && flags.length === 0
run(node, flags, isService ? builtOf(node, file) : file, args)
