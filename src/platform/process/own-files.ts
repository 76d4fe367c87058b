import { findPackageJSON } from "node:module"
import { pathToFileURL } from "node:url"

/** The repository's folder, whether its sources run or the few files that they were put into (`npm run build`). */
export const ownFolder = new URL(".", pathToFileURL(findPackageJSON(import.meta.url) ?? import.meta.filename))

/** One of our programs that runs as its own process, from the sources or from the build. */
export const ownProgram = (name: string, importer: string) =>
  new URL(`./${name}${importer.endsWith(".mjs") ? ".mjs" : ".ts"}`, importer)
