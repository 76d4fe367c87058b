import { fileURLToPath } from "node:url"
import { defineConfig, type Plugin } from "vite"
import lucide from "@iconify-json/lucide/icons.json" with { type: "json" }
import { helpSources } from "./help-source.ts"
import { iconNames } from "./src/design/icons.ts"
import { reference } from "./reference.ts"
import { undocumented } from "./undocumented.ts"

const symbol = (name: string) => {
  const icon = (lucide.icons as Readonly<Record<string, { readonly body: string }>>)[name]
  if (icon === undefined) throw new Error(`There is no icon named ${name}`)
  // What every icon says alike is said once, by the component.
  const body = icon.body.replaceAll(/ (?:fill|stroke|stroke-linecap|stroke-linejoin|stroke-width)="[^"]*"/g, "")
  return `<symbol id="${name}" viewBox="0 0 24 24">${body}</symbol>`
}

/** One file of icons: fetched once, cached for good, no script and no markup set from text. */
const icons = (): Plugin => ({
  name: "icons",
  resolveId: (id) => (id === "virtual:icons" ? "\0virtual:icons" : null),
  load(id) {
    if (id !== "\0virtual:icons") return null
    const source = `<svg xmlns="http://www.w3.org/2000/svg"><!-- Lucide, ISC License -->${iconNames.map(symbol).join("")}</svg>`
    const file = this.emitFile({ type: "asset", name: "icons.svg", source })
    return `export default import.meta.ROLLUP_FILE_URL_${file}`
  }
})

/** What the pages of help are called, for whoever searches for them; the pages themselves are the service's. */
const help = (): Plugin => ({
  name: "help",
  resolveId: (id) => (id === "virtual:help" ? "\0virtual:help" : null),
  load: (id) =>
    id === "\0virtual:help"
      ? `export default ${JSON.stringify(
          Object.fromEntries(
            (["en", "de"] as const).map((language) => [
              language,
              helpSources(language).map(({ summary, title, topic }) => ({ topic, title, summary }))
            ])
          )
        )}`
      : null
})

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))

interface Graph {
  getModuleInfo(id: string): { readonly importers: ReadonlyArray<string> } | null
}

/** Whether a module is loaded with this one, which imports it at first or at last hand. */
const loadedWith = (root: string) => {
  const known = new Map<string, boolean>()
  const look = (id: string, graph: Graph): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    // Until it is known, so that a circle ends.
    known.set(id, false)
    const found = id === root || (graph.getModuleInfo(id)?.importers ?? []).some((importer) => look(importer, graph))
    known.set(id, found)
    return found
  }
  return look
}

const withHome = loadedWith(at("src/home/Home.tsx"))
const withAll = loadedWith(at("src/main.tsx"))

export default defineConfig({
  root: at("."),
  base: "/",
  publicDir: false,
  plugins: [icons(), help(), reference(), undocumented()],
  css: { transformer: "lightningcss" },
  build: {
    target: ["chrome125", "firefox147", "safari26"],
    outDir: "dist",
    emptyOutDir: true,
    // Not `assets`: that is a page.
    assetsDir: "static",
    // One sheet, in the order of the imports: layers mean the same on every page, and no page blinks for its own.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: [at("index.html")],
      output: {
        // What changes with a dependency and not with a release of ours keeps its name, and stays in the browser.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "vendor", test: /node_modules[\\/](?:effect|preact|preact-iso)[\\/]/, priority: 1 },
            {
              debugName: "home",
              // One file and not forty, each of which costs its headers and a turn of six connections.
              name: (id, graph) => (withHome(id, graph) && !withAll(id, graph) ? "home" : null)
            }
          ]
        }
      }
    }
  }
})
