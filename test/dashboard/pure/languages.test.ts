import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import * as de from "../../../packages/dashboard/src/languages/de/first.ts"
import * as deRest from "../../../packages/dashboard/src/languages/de/rest.ts"
import { unfit } from "../../../packages/dashboard/src/languages/de/unfit.ts"
import * as en from "../../../packages/dashboard/src/languages/en/first.ts"
import * as enRest from "../../../packages/dashboard/src/languages/en/rest.ts"

// What a function says of itself, without what it is given.
const said = (words: Function) =>
  [...String(words).matchAll(/"([^"]*)"|`([^`]*)`/g)]
    .map(([, plain, template]) => plain ?? template?.replaceAll(/\$\{[^}]*\}/g, "") ?? "")
    .join(" ")

const leaves = (words: object, path: ReadonlyArray<string> = []): ReadonlyArray<readonly [string, string]> =>
  Object.entries(words).flatMap(([name, value]: [string, unknown]) => {
    const here = [...path, name]
    if (typeof value === "string") return [[here.join("."), value] as const]
    if (typeof value === "function") return [[here.join("."), said(value)] as const]
    return typeof value === "object" && value !== null ? leaves(value, here) : []
  })

/** Names, and what German has taken over, of more than one word. */
const alike: ReadonlyArray<string> = [
  "Super Admin",
  "Adobe Sign",
  "Dropbox Sign",
  "Acrobat Sign",
  "Google Workspace",
  "Google Calendar",
  "Microsoft Entra ID",
  "Microsoft Teams",
  "NERC CIP-004",
  "PCI DSS"
]

describe("the languages", () => {
  it("no German sentence is an English one; single words may be alike", () => {
    const german = new Map(leaves({ ...de, ...deRest }))
    const strays = leaves({ ...en, ...enRest })
      .filter(([path, text]) => german.get(path) === text && /\p{L}\s+\S*\p{L}/u.test(text) && !alike.includes(text))
      .map(([path, text]) => `${path}: ${text}`)
    assert.deepStrictEqual(strays, [])
  })

  it("each rule of the contract that a form can break is said in German", () => {
    const sentences = globSync("packages/contract/src/**/*.ts")
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/(?<=\s|\()(?:"(must [^"]*)"|`(must [^`]*)`)/g)])
      .map(([, plain, template]) => (plain ?? template ?? "").replaceAll("\\\\", "\\"))
      // Those that list fields by their names in the API are met by programs alone.
      .filter((sentence) => !/\.join\(|^must have (?:\w+,|at least one of) /.test(sentence))
      .map((sentence) => sentence.replace("${otherwise}", "").replaceAll(/\$\{\w+\}/g, "7"))
    assert.isAbove(sentences.length, 80)
    const unsaid = sentences.filter((sentence) => unfit(sentence) === "passt so nicht")
    assert.deepStrictEqual([...new Set(unsaid)], [])
  })

  it("numbers and examples stay", () => {
    assert.strictEqual(unfit("must be 3 to 200 characters"), "muss 3 bis 200 Zeichen lang sein")
    assert.strictEqual(
      unfit("must be an e-mail address, for example name@example.com"),
      "muss eine E-Mail-Adresse sein, zum Beispiel name@example.com"
    )
    assert.strictEqual(unfit("Expected string"), "passt so nicht")
  })
})
