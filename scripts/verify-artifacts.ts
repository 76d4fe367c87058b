import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
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

/** What is generated for auditors, by its place: the page, and the command as one file for any Node from 20 on. */
export const verifyArtifacts = async (): Promise<ReadonlyArray<readonly [URL, string]>> => [
  [at("verify.html"), await page()],
  [at("verify.mjs"), await bundle("src/main.ts", "esm", "node")]
]
