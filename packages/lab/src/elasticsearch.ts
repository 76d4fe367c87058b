import { bytesOf, type Collected, headerOf, isObject, mediaTypeOf } from "./collected.ts"
import { uuidOf } from "./people.ts"
import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

type FieldType = "text" | "date" | "long" | "float" | "boolean" | "object"

interface ElasticIndex {
  /** A field's type is what its first value was (dynamic mapping). */
  readonly mapping: Map<string, FieldType>
  readonly documents: Array<Collected>
}

export interface ElasticsearchState {
  /** base64 of `id:key`. */
  readonly apiKey: string
  readonly indices: Map<string, ElasticIndex>
}

const maxBytes = 100_000_000

const refusing = (status: number, type: string, reason: string): LabAnswer => ({
  status,
  body: { error: { root_cause: [{ type, reason }], type, reason }, status }
})

const isIndexName = (name: string) => name === name.toLowerCase() && !/[\\/*?"<>| ,#:]|^[-_+.]/.test(name)

const isDate = (text: string) => /^\d{4}-\d\d(-\d\d(T\d\d(:\d\d(:\d\d([.,]\d+)?)?)?(Z|[+-]\d\d:?\d\d)?)?)?$/.test(text)

const typeOf = (value: unknown): FieldType => {
  if (typeof value === "boolean") return "boolean"
  if (typeof value === "number") return Number.isInteger(value) ? "long" : "float"
  if (typeof value === "string") return isDate(value) ? "date" : "text"
  return "object"
}

const fits = (type: FieldType, value: unknown) => {
  const given = typeOf(value)
  if (type === "object" || given === "object") return type === given
  if (type === "text") return true
  if (type === "long" || type === "float") return typeof value === "number" || /^-?\d+(\.\d+)?$/.test(String(value))
  return type === given || (type === "date" && given === "long")
}

/** Every value of the document by its path; a list's values stand each for itself, null for nothing. */
const valuesIn = (name: string, value: unknown): ReadonlyArray<readonly [string, unknown]> => {
  if (value === null) return []
  if (Array.isArray(value)) return value.flatMap((one: unknown) => valuesIn(name, one))
  if (!isObject(value)) return [[name, value]]
  return [[name, value], ...Object.entries(value).flatMap(([key, one]) => valuesIn(`${name}.${key}`, one))]
}

const put = (document: Collected, { documents, mapping }: ElasticIndex): LabAnswer | undefined => {
  const added = new Map(mapping)
  for (const [name, value] of Object.entries(document).flatMap(([key, one]) => valuesIn(key, one))) {
    const type = added.get(name)
    if (type === undefined) added.set(name, typeOf(value))
    else if (!fits(type, value)) {
      const said =
        type === "object"
          ? `object mapping for [${name}] tried to parse field [${name}] as object, but found a concrete value`
          : `failed to parse field [${name}] of type [${type}]`
      return refusing(400, "document_parsing_exception", said)
    }
  }
  for (const [name, type] of added) mapping.set(name, type)
  documents.push(document)
  return undefined
}

const store = (request: LabRequest, name: string, state: ElasticsearchState): LabAnswer => {
  if (!isIndexName(name)) return refusing(400, "invalid_index_name_exception", `Invalid index name [${name}]`)
  if (request.body === "") return refusing(400, "parse_exception", "request body is required")
  const document = request.json()
  if (!isObject(document)) return refusing(400, "document_parsing_exception", "failed to parse")
  const index = state.indices.get(name) ?? { mapping: new Map(), documents: [] }
  const refusal = put(document, index)
  if (refusal !== undefined) return refusal
  state.indices.set(name, index)
  const id = uuidOf(index.documents.length)
  return {
    status: 201,
    headers: { location: `/${name}/_doc/${id}` },
    body: {
      _index: name,
      _id: id,
      _version: 1,
      result: "created",
      _shards: { total: 2, successful: 1, failed: 0 },
      _seq_no: index.documents.length - 1,
      _primary_term: 1
    }
  }
}

/** Elasticsearch's index API, one document at a time, with dynamic mapping and its conflicts. */
export const elasticsearch: VendorDefinition<ElasticsearchState> = {
  name: "elasticsearch",
  seed: () => ({
    apiKey: Buffer.from("VuaCfGcBCdbkQm-e5aOx:ui2lp2axTNmsyakw9tvNnw").toString("base64"),
    indices: new Map()
  }),
  handle: (request, state) => {
    const given = headerOf(request, "authorization")
    if (given === "") return refusing(401, "security_exception", "missing authentication credentials for REST request")
    if (given !== `ApiKey ${state.apiKey}`) return elasticsearch.unauthorized()
    const [, name] = /^\/([^/]+)\/_doc$/.exec(request.path) ?? []
    if (name === undefined) return refusing(400, "illegal_argument_exception", "no handler found for uri")
    if (request.method !== "POST") {
      return { status: 405, headers: { allow: "POST" }, body: { error: "Incorrect HTTP method", status: 405 } }
    }
    if (mediaTypeOf(request) !== "application/json") {
      return { status: 406, body: { error: "Content-Type header [] is not supported", status: 406 } }
    }
    if (bytesOf(request) > maxBytes) return { status: 413 }
    return store(request, name, state)
  },
  writes: ({ method }) => method === "POST",
  throttled: () => refusing(429, "es_rejected_execution_exception", "rejected execution of coordinating operation"),
  unauthorized: () => ({
    ...refusing(401, "security_exception", "unable to authenticate with provided credentials and anonymous access"),
    headers: { "www-authenticate": "ApiKey" }
  }),
  forbidden: () => refusing(403, "security_exception", "action [indices:data/write/index] is unauthorized for API key")
}
