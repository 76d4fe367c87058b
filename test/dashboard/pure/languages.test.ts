import { assert, describe, it } from "@effect/vitest"
import { AppApi } from "@svc/contract/app-api"
import { appNames } from "@svc/contract/integrations/names"
import { Predicate, Schema, SchemaAST } from "effect"
import { HttpApi } from "effect/http-api"
import { globSync, readFileSync } from "node:fs"
import * as de from "../../../packages/dashboard/src/words/de.ts"
import { refused as deRefused } from "../../../packages/dashboard/src/languages/refused.de.ts"
import * as deRest from "../../../packages/dashboard/src/words/rest.de.ts"
import { unfit } from "../../../packages/dashboard/src/platform/unfit.de.ts"
import * as en from "../../../packages/dashboard/src/words/en.ts"
import { refused as enRefused } from "../../../packages/dashboard/src/languages/refused.en.ts"
import * as enRest from "../../../packages/dashboard/src/words/rest.en.ts"
import { filled } from "../../../packages/dashboard/src/languages/refused.ts"

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
  "New York",
  "Adobe Sign",
  "Acrobat Sign",
  "Microsoft Teams",
  "NERC CIP-004",
  "PCI DSS",
  // All but those that are words: HR system, help desk, text messages, alumni network.
  ...Object.entries(appNames).flatMap(([provider, name]) =>
    ["hris", "it-tickets", "sms", "alumni"].includes(provider) ? [] : [name]
  )
]

const tagsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(tagsOf) : [String(ast.annotations?.["identifier"])]

const refusalsOfTheApp = new Set<string>()
HttpApi.reflect(AppApi, {
  onGroup: () => {},
  onEndpoint: ({ errors }) => {
    for (const { ast } of [...errors.values()].flat()) for (const tag of tagsOf(ast)) refusalsOfTheApp.add(tag)
  }
})

/** In words of `failures`, and the question of the step-up. */
const saidByEveryScreen = [
  "CrossOrigin",
  "FeatureMissing",
  "MembershipMissing",
  "OrganisationSuspended",
  "PermissionDenied",
  "ReadOnly",
  "StepUpRequired",
  "TooManyRequests",
  "Unauthenticated"
]

/** In words of its own. */
const saidByTheScreen = [
  "AlreadyMember",
  "AppsChoiceRequired",
  "AuditEntryNotFound",
  "DocumentTemplateInUse",
  "LastSuperadmin",
  "ReferenceRequired",
  "RoleNameTaken",
  "SelfRemoval",
  "SignerAddressMissing",
  "SignerMailboxRevoked",
  "SignerRequired"
]

/** Of routes that vendors, identity providers, the portal and the browser itself call. */
const notForScreens = [
  "BookingUnreadable",
  "CalendlyCallbackRefused",
  "FileUnknown",
  "GoogleSignInUnconfigured",
  "HrisSignatureInvalid",
  "InteractionRefused",
  "ItTicketCallbackRefused",
  "PortalLinkInvalid",
  "PortalRecordNotFound",
  "RevocationCallerRefused",
  "RevocationCallerUnproven",
  "RevocationKeysUnreadable",
  "RevocationRequestInvalid",
  "RevocationSubjectUnknown",
  "SignatureCallbackRefused",
  "SmsStatusRefused",
  "SsoFormInvalid"
]

describe("the languages", () => {
  // dashboard-8
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
      .filter((sentence) => !/\.$|^must be old_live_|\.join\(|^must have (?:\w+,|at least one of) /.test(sentence))
      .map((sentence) => sentence.replace("${otherwise}", "").replaceAll(/\$\{\w+\}/g, "7"))
    assert.isAbove(sentences.length, 80)
    const unsaid = sentences.filter((sentence) => unfit(sentence) === "Ungültiger Wert")
    assert.deepStrictEqual([...new Set(unsaid)], [])
  })

  it("numbers and examples stay", () => {
    assert.strictEqual(unfit("must be 3 to 200 characters"), "Muss 3 bis 200 Zeichen lang sein")
    assert.strictEqual(
      unfit("must be an email address, for example name@example.com"),
      "Muss eine E-Mail-Adresse sein, zum Beispiel name@example.com"
    )
    assert.strictEqual(unfit("Expected string"), "Ungültiger Wert")
  })

  // dashboard-8
  it("each refusal of the app API is said in German, but for those that no screen shows in the service's words", () => {
    assert.sameMembers(
      [...Object.keys(deRefused), ...saidByEveryScreen, ...saidByTheScreen, ...notForScreens],
      [...refusalsOfTheApp]
    )
    const screens = globSync("packages/dashboard/src/**/*.{ts,tsx}").map((file) => readFileSync(file, "utf8"))
    for (const tag of saidByTheScreen) {
      assert.isTrue(
        screens.some((text) => new RegExp(`\\b${tag}: \\(\\) =>|=== "${tag}"`).test(text)),
        tag
      )
    }
    assert.deepStrictEqual(
      Object.keys(enRefused).filter((tag) => !(tag in deRefused)),
      []
    )
  })

  it("what words of a refusal leave open, the refusal has", () => {
    const modules = import.meta.glob<object>("../../../packages/contract/src/*/*errors.ts", { eager: true })
    const refusals = new Map(
      Object.values(modules)
        .flatMap((module) => Object.entries(module))
        .flatMap(([tag, made]: [string, unknown]) =>
          Predicate.hasProperty(made, "fields") && Predicate.isObject(made.fields) ? [[tag, made.fields] as const] : []
        )
    )
    assert.isAbove(refusals.size, 200)
    for (const [tag, words] of [...Object.entries(deRefused), ...Object.entries(enRefused)]) {
      const fields = refusals.get(tag) ?? {}
      for (const [, name = ""] of words.matchAll(/\{(\w+)\}/g)) assert.property(fields, name, tag)
      const sentence =
        Predicate.hasProperty(fields, "error") && Schema.isSchema(fields.error) ? fields.error.ast : undefined
      const numbers =
        sentence !== undefined && SchemaAST.isLiteral(sentence) ? String(sentence.literal).match(/\d[\d,]*/g) : null
      assert.isAtMost(words.split("#").length - 1, numbers?.length ?? 0, tag)
    }
  })

  it("the numbers of a refusal are those of the service, as the language writes them", () => {
    const failure = { error: "More than 50,000 entries match", apps: ["Jira", "Okta"] }
    assert.strictEqual(filled("Mehr als # Einträge: {apps}", failure, "de"), "Mehr als 50.000 Einträge: Jira, Okta")
    assert.strictEqual(filled("Over # entries", failure, "en"), "Over 50,000 entries")
    assert.strictEqual(filled("nach ISO #", { error: "an ISO 3166 code" }, "de"), "nach ISO 3166")
  })
})
