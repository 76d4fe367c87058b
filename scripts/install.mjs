// Plain JavaScript for Node 20 without dependencies: it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import process from "node:process"
import { setTimeout as sleep } from "node:timers/promises"

/** The oldest Node that runs the TypeScript of this repository. */
export const requiredNodeMajor = 24

const readText = (file) => {
  try {
    return fs.readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

const readJson = (file) => {
  try {
    return JSON.parse(readText(file) ?? "null")
  } catch {
    return null
  }
}

// Where npm puts the Node that package.json pins: a package of its own for each platform, without a script of installation.
const pinnedNodes = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]

const majors = new Map([[process.execPath, Number(process.versions.node.split(".")[0])]])

const majorOf = (node) => {
  const known = majors.get(node)
  if (known !== undefined) return known
  const { status, stdout } = spawnSync(node, ["-p", "process.versions.node.split('.')[0]"], { encoding: "utf8" })
  const major = status === 0 ? Number(stdout) : 0
  majors.set(node, major)
  return major
}

// npm puts the pinned Node before the machine's on the PATH of its scripts, and tells which one it runs on itself.
const machineNodes = () => [process.env["npm_node_execpath"], process.execPath].filter((node) => node)

/** The Node to run with: the first of this machine's that is new enough, else the pinned one, else undefined. */
export const findNode = (root, machine = machineNodes()) => {
  const pinned = pinnedNodes
    .map((name) => path.join(root, "node_modules", name, "bin", "node"))
    .filter((node) => fs.existsSync(node))
  return [...machine, ...pinned].find((node) => majorOf(node) >= requiredNodeMajor)
}

/**
 * Whether what is installed is what package-lock.json names: npm leaves the lock of what it really installed, whoever ran
 * it. Without `dev`, an install that left the dev packages out (`npm ci --omit=dev`) is whole.
 */
const isComplete = (root, { dev }) => {
  const wanted = readJson(path.join(root, "package-lock.json"))?.packages
  const present = readJson(path.join(root, "node_modules", ".package-lock.json"))?.packages
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([name, entry]) => {
    if (!name.includes("node_modules/")) return true
    const found = present[name]
    if (found === undefined) {
      return (
        entry.optional === true || entry.devOptional === true || entry.peer === true || (entry.dev === true && !dev)
      )
    }
    return (
      found.version === entry.version &&
      (entry.integrity === undefined || found.integrity === entry.integrity) &&
      found.link === entry.link
    )
  })
}

/** Whether everything that package-lock.json names is there, and a Node to run it. */
export const isInstalled = (root, needs) => findNode(root) !== undefined && isComplete(root, needs)

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === "EPERM"
  }
}

const heartbeat = 2_000
const silence = 30_000

// The holder touches its lock, so one whose number belongs to another process by now, or to another container, is seen.
const isAbandoned = (lock) => {
  try {
    const age = Date.now() - fs.statSync(lock).mtimeMs
    if (age > silence) return true
    const pid = Number(readText(path.join(lock, "pid")))
    return pid > 0 ? !isAlive(pid) : age > 5_000
  } catch {
    return false
  }
}

const tryLock = (lock) => {
  const draft = `${lock}-${process.pid}`
  fs.rmSync(draft, { recursive: true, force: true })
  fs.mkdirSync(draft)
  fs.writeFileSync(path.join(draft, "pid"), String(process.pid))
  try {
    // A rename onto a filled folder fails: the lock appears whole, with its owner in it, or not at all.
    fs.renameSync(draft, lock)
    return true
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (["EEXIST", "ENOTEMPTY", "EPERM"].includes(error.code) && fs.existsSync(lock)) return false
    if (error.code === "ENOENT") return false
    throw error
  }
}

const breakLock = (lock) => {
  const aside = `${lock}-broken-${process.pid}`
  const before = readText(path.join(lock, "pid"))
  try {
    fs.renameSync(lock, aside)
  } catch {
    return
  }
  // Between the look and the rename another launch may have taken over: then it gets its lock back.
  if (readText(path.join(aside, "pid")) !== before) {
    try {
      fs.renameSync(aside, lock)
      return
    } catch {
      // A third one holds it by now. npm writes whole packages, so at worst the second installation is wasted work.
    }
  }
  fs.rmSync(aside, { recursive: true, force: true })
}

/** Runs `work` while no other process does so for this lock folder. */
export const withLock = async (lock, work) => {
  let said = false
  while (!tryLock(lock)) {
    if (isAbandoned(lock)) breakLock(lock)
    else {
      if (!said) process.stderr.write("Waiting for another installation of the packages…\n")
      said = true
      await sleep(200)
    }
  }
  const beat = setInterval(() => {
    const now = new Date()
    fs.utimes(lock, now, now, () => {})
  }, heartbeat)
  const release = () => fs.rmSync(lock, { recursive: true, force: true })
  process.once("exit", release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.removeListener("exit", release)
    release()
  }
}

// Tried and not asked: a read-only file system says no to root as well.
const isWritable = (folder) => {
  let existing = folder
  while (!fs.existsSync(existing)) existing = path.dirname(existing)
  try {
    fs.rmdirSync(fs.mkdtempSync(path.join(existing, ".probe-")))
    return true
  } catch {
    return false
  }
}

const npmCommand = () => {
  const own = process.env["npm_execpath"]
  if (own !== undefined && path.basename(own) === "npm-cli.js") return [process.execPath, own]
  return ["npm"]
}

const npmCi = (root, cache) =>
  new Promise((resolve, reject) => {
    const [command, ...before] = npmCommand()
    const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"]
    const child = spawn(command, [...before, ...args], {
      cwd: root,
      env: { ...process.env, npm_config_cache: cache },
      // Its output is no output of the program that is about to start.
      stdio: ["ignore", 2, 2]
    })
    const names = ["SIGINT", "SIGTERM", "SIGHUP"]
    const stop = (name) => {
      child.kill(name === "SIGINT" ? "SIGTERM" : name)
      process.exit(128 + os.constants.signals[name])
    }
    for (const name of names) process.once(name, stop)
    const settle = (outcome) => {
      for (const name of names) process.removeListener(name, stop)
      outcome()
    }
    child.once("error", (error) =>
      settle(() =>
        reject(
          new Error(error.code === "ENOENT" ? "npm is not on the PATH" : `npm cannot be started: ${error.message}`)
        )
      )
    )
    child.once("exit", (code, signal) =>
      settle(() => (code === 0 ? resolve() : reject(new Error(`npm ci failed (${signal ?? `exit code ${code}`})`))))
    )
  })

const install = async (root) => {
  const usual = process.env["npm_config_cache"] || path.join(os.homedir(), ".npm")
  const temporary = isWritable(usual) ? undefined : fs.mkdtempSync(path.join(os.tmpdir(), "npm-cache-"))
  try {
    process.stderr.write("Installing the packages that package-lock.json names (once)…\n")
    await npmCi(root, temporary ?? usual)
  } finally {
    if (temporary !== undefined) fs.rmSync(temporary, { recursive: true, force: true })
  }
  if (findNode(root) === undefined) {
    throw new Error(
      `Node ${requiredNodeMajor} or later is needed, this is ${process.versions.node}, and npm has none for ${process.platform} on ${process.arch}`
    )
  }
}

const refuse = (root, { dev }) => {
  const reason =
    findNode(root) === undefined
      ? `Node ${requiredNodeMajor} or later is needed, and this is ${process.versions.node} without the optional packages that bring one`
      : "node_modules is not what package-lock.json names"
  // What is whole without the dev packages is not mended by installing the same again.
  if (dev && isInstalled(root, { dev: false })) {
    throw new Error("This command needs the development packages: run it in another clone, without NODE_ENV=production")
  }
  throw new Error(`${reason}. With NODE_ENV=production nothing is installed at a start: run npm ci --omit=dev before`)
}

/**
 * Installs the packages unless they are there and match; two launches at once install once. In production nothing is ever
 * installed, since a start must not wait for a registry. `needs.dev`: whether the dev packages are needed too.
 */
export const ensureInstalled = async (root, needs) => {
  if (isInstalled(root, needs)) return
  if (process.env["NODE_ENV"] === "production") refuse(root, needs)
  await withLock(path.join(root, ".install-lock"), async () => {
    if (!isInstalled(root, needs)) await install(root)
  })
}
