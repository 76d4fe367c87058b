import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

const at = (path: string) => new URL(`../packages/verify/${path}`, import.meta.url)

const bundle = async (entry: string, format: "iife" | "esm", platform: "browser" | "node") => {
  const build = await rolldown({
    input: fileURLToPath(at(entry)),
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    platform,
    tsconfig: false,
    transform: { target: "es2022" }
  })
  try {
    // Readable on purpose: whoever is to trust it may read it.
    const { output } = await build.generate({ format, minify: false })
    return output[0].code
  } finally {
    await build.close()
  }
}

const sourceHash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

const page = async () => {
  // The parser turns "</script" inside of a script into its end, wherever it stands.
  const script = `\n${(await bundle("page/entry.ts", "iife", "browser")).replaceAll("</script", "<\\/script")}`
  const style = `\n${readFileSync(at("page/page.css"), "utf8")}`
  const policy = [
    "default-src 'none'",
    `script-src ${sourceHash(script)}`,
    `style-src ${sourceHash(style)}`,
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")
  // A function, because a text's dollar signs would be taken for references to what was matched.
  return readFileSync(at("page/page.html"), "utf8")
    .replace('content=""', () => `content="${policy}"`)
    .replace("<style></style>", () => `<style>${style}</style>`)
    .replace("<script></script>", () => `<script>${script}</script>`)
}

/** Where the digests of the built verifier are, in the format of `sha256sum`; `packages/verify/dist` has what they are of. */
export const digestsFile = at("SHA256SUMS")

/** The verifier as its sources make it, by name: the page, and the command as one file for Node 20 and later. */
export const buildVerifier = async (): Promise<ReadonlyArray<readonly [string, string]>> => [
  ["verify.html", await page()],
  ["verify.mjs", await bundle("src/main.ts", "esm", "node")]
]

/** Their digests, as `SHA256SUMS` lists them. */
export const digestsOf = (files: ReadonlyArray<readonly [string, string]>) =>
  files.map(([name, text]) => `${createHash("sha256").update(text).digest("hex")}  ${name}\n`).join("")

const built = (name: string) => at(`dist/${name}`)

/** Writes the files whole: a service that runs reads them at any time. */
export const writeVerifier = (files: ReadonlyArray<readonly [string, string]>) => {
  mkdirSync(at("dist/"), { recursive: true })
  for (const [name, text] of files) {
    const draft = built(`${name}.${process.pid}`)
    writeFileSync(draft, text)
    renameSync(draft, built(name))
  }
}

const present = () =>
  ["verify.html", "verify.mjs"].flatMap((name) =>
    existsSync(built(name)) ? [[name, readFileSync(built(name), "utf8")] as const] : []
  )

/** Builds the verifier unless the one that `SHA256SUMS` names is there; a package that came without its sources keeps what it has. */
export const ensureVerifier = async () => {
  const digests = readFileSync(digestsFile, "utf8")
  if (digestsOf(present()) === digests || !existsSync(at("page/entry.ts"))) return
  const files = await buildVerifier()
  writeVerifier(files)
  if (digestsOf(files) !== digests) {
    process.stderr.write("The verifier does not match packages/verify/SHA256SUMS. Run npm run verify-page\n")
  }
}
