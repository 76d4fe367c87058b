import { Schema } from "effect"

/**
 * The part of OSCAL's model of assessment results (1.1.3, https://pages.nist.gov/OSCAL-Reference/models) that a leaver
 * test uses. It allows nothing else: what the standard knows beyond is left out.
 */

const matching = (pattern: RegExp) => Schema.String.check(Schema.isPattern(pattern))
const some = <S extends Schema.Constraint>(item: S) => Schema.Array(item).check(Schema.isMinLength(1))

const Token = matching(/^(\p{L}|_)(\p{L}|\p{N}|[.\-_])*$/u)
const OneLine = matching(/^\S(.*\S)?$/u)
/** Markup, which may have lines; an empty one says nothing. */
const Markup = Schema.String.check(Schema.isMinLength(1))
const Id = matching(/^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i)
const Moment = matching(
  /^(19|2\d)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(2[0-3]|[01]\d):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
)
const Uri = matching(/^[a-zA-Z][a-zA-Z0-9+\-.]+:.+$/)
const UriReference = Schema.String.check(
  Schema.makeFilter((text) => URL.canParse(text, "https://example.test/") && !/[\s<>"{}|\\^`]/.test(text))
)

const Properties = Schema.optionalKey(some(Schema.Struct({ name: Token, ns: Uri, value: OneLine })))

const Component = Schema.Struct({
  uuid: Id,
  type: Schema.Literal("software"),
  title: Markup,
  description: Markup,
  status: Schema.Struct({ state: Schema.Literals(["under-development", "operational", "disposition", "other"]) })
})

const Origins = some(
  Schema.Struct({
    actors: some(Schema.Struct({ type: Schema.Literals(["tool", "assessment-platform", "party"]), "actor-uuid": Id }))
  })
)

const Observation = Schema.Struct({
  uuid: Id,
  title: Markup,
  description: Markup,
  props: Properties,
  methods: some(Schema.Literals(["EXAMINE", "INTERVIEW", "TEST", "UNKNOWN"])),
  types: some(Schema.Literals(["ssp-statement-issue", "control-objective", "mitigation", "finding", "historic"])),
  origins: Origins,
  subjects: some(Schema.Struct({ "subject-uuid": Id, type: Schema.Literals(["component", "party"]) })),
  "relevant-evidence": some(Schema.Struct({ href: UriReference, description: Markup })),
  collected: Moment
})

const Finding = Schema.Struct({
  uuid: Id,
  title: Markup,
  description: Markup,
  origins: Origins,
  target: Schema.Struct({
    type: Schema.Literals(["statement-id", "objective-id"]),
    "target-id": Token,
    status: Schema.Struct({
      state: Schema.Literals(["satisfied", "not-satisfied"]),
      reason: Schema.Literals(["pass", "fail", "other"]),
      remarks: Markup
    })
  }),
  "related-observations": some(Schema.Struct({ "observation-uuid": Id }))
})

const Result = Schema.Struct({
  uuid: Id,
  title: Markup,
  description: Markup,
  start: Moment,
  end: Moment,
  props: Properties,
  "local-definitions": Schema.Struct({
    components: Schema.optionalKey(some(Component)),
    "assessment-assets": Schema.Struct({
      components: some(Component),
      "assessment-platforms": some(
        Schema.Struct({
          uuid: Id,
          title: Markup,
          "uses-components": some(Schema.Struct({ "component-uuid": Id }))
        })
      )
    })
  }),
  "reviewed-controls": Schema.Struct({
    description: Markup,
    "control-selections": some(Schema.Struct({ "include-controls": some(Schema.Struct({ "control-id": Token })) })),
    "control-objective-selections": some(
      Schema.Struct({ "include-objectives": some(Schema.Struct({ "objective-id": Token })) })
    )
  }),
  observations: some(Observation),
  findings: some(Finding)
})

/** A document of assessment results with all that it refers to. */
export const OscalDocument = Schema.Struct({
  "assessment-results": Schema.Struct({
    uuid: Id,
    metadata: Schema.Struct({
      title: Markup,
      "last-modified": Moment,
      version: OneLine,
      "oscal-version": Schema.Literal("1.1.3"),
      props: Properties,
      parties: some(Schema.Struct({ uuid: Id, type: Schema.Literal("organization"), name: OneLine }))
    }),
    "import-ap": Schema.Struct({ href: UriReference, remarks: Markup }),
    "local-definitions": Schema.Struct({
      "objectives-and-methods": some(
        Schema.Struct({
          "control-id": Token,
          description: Markup,
          parts: some(Schema.Struct({ id: Token, name: Token, prose: Markup }))
        })
      )
    }),
    results: some(Result),
    "back-matter": Schema.Struct({
      resources: some(
        Schema.Struct({
          uuid: Id,
          title: Markup,
          description: Schema.optionalKey(Markup),
          props: Properties,
          rlinks: some(
            Schema.Struct({
              href: UriReference,
              "media-type": OneLine,
              hashes: Schema.optionalKey(
                some(Schema.Struct({ algorithm: Schema.Literal("SHA-256"), value: matching(/^[0-9a-f]{64}$/) }))
              )
            })
          )
        })
      )
    })
  })
})
export type OscalDocument = typeof OscalDocument.Type

/** The document of a JSON text; refuses whatever the model does not know. */
export const decodeOscal = Schema.decodeUnknownSync(Schema.fromJsonString(OscalDocument), {
  errors: "all",
  onExcessProperty: "error"
})

/** Every `uuid` of the document: each names one thing. */
export const uuidsOf = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(uuidsOf)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, held]) =>
    name === "uuid" && typeof held === "string" ? [held] : uuidsOf(held)
  )
}

/** What the document refers to and does not have: references within it are to hold. */
export const danglingIn = ({ "assessment-results": root }: OscalDocument): ReadonlyArray<string> => {
  const dangling: Array<string> = []
  const refer = (known: ReadonlyArray<string>, references: ReadonlyArray<string>) => {
    const there = new Set(known)
    dangling.push(...references.filter((reference) => !there.has(reference)))
  }
  const resources = root["back-matter"].resources.map(({ uuid }) => `#${uuid}`)
  const controls = root["local-definitions"]["objectives-and-methods"]
  const objectives = controls.flatMap(({ parts }) => parts.map(({ id }) => id))
  refer(resources, [root["import-ap"].href])
  for (const result of root.results) {
    const assets = result["local-definitions"]["assessment-assets"]
    const tools = assets.components.map(({ uuid }) => uuid)
    const apps = (result["local-definitions"].components ?? []).map(({ uuid }) => uuid)
    const parties = root.metadata.parties.map(({ uuid }) => uuid)
    const subjects = result.observations.flatMap((observation) => observation.subjects)
    const subjectsOf = (kind: string) =>
      subjects.filter(({ type }) => type === kind).map((subject) => subject["subject-uuid"])
    refer(apps, subjectsOf("component"))
    refer(parties, subjectsOf("party"))
    refer(
      tools,
      [...result.observations, ...result.findings]
        .flatMap(({ origins }) => origins.flatMap(({ actors }) => actors))
        .map((actor) => actor["actor-uuid"])
    )
    refer(
      tools,
      assets["assessment-platforms"].flatMap((platform) =>
        platform["uses-components"].map((used) => used["component-uuid"])
      )
    )
    refer(
      resources,
      result.observations
        .flatMap((observation) => observation["relevant-evidence"].map(({ href }) => href))
        .filter((href) => href.startsWith("#"))
    )
    refer(
      result.observations.map(({ uuid }) => uuid),
      result.findings.flatMap((finding) =>
        finding["related-observations"].map((related) => related["observation-uuid"])
      )
    )
    refer(
      objectives,
      result.findings.map(({ target }) => target["target-id"])
    )
    const reviewed = result["reviewed-controls"]
    refer(
      controls.map((control) => control["control-id"]),
      reviewed["control-selections"].flatMap((selection) =>
        selection["include-controls"].map((control) => control["control-id"])
      )
    )
    refer(
      objectives,
      reviewed["control-objective-selections"].flatMap((selection) =>
        selection["include-objectives"].map((objective) => objective["objective-id"])
      )
    )
  }
  return dangling
}
