import { findPackageJSON } from "node:module"
import { pathToFileURL } from "node:url"

/** The repository's folder, whether its sources run or the few files that they were put into (`npm run build`). */
export const ownFolder = new URL(".", pathToFileURL(findPackageJSON(import.meta.url) ?? import.meta.filename))

/** A program of ours that runs by itself, from the sources or from what was built of them. */
export const ownProgram = (name: string, importer: string) =>
  new URL(`./${name}${importer.endsWith(".mjs") ? ".mjs" : ".ts"}`, importer)
