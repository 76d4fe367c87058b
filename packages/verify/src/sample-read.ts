import { textOf } from "./bytes.ts"
import { field, isObject, readJson } from "./json.ts"
import { isHash, isId, isSeq, isTime } from "./rows.ts"

/** What `sample.json` says of the draw. */
export interface SampleSaid {
  readonly populationSha256: string
  readonly populationRows: number
  /** The number of the entry that fixed the population. */
  readonly populationSeq: number
  readonly anchorId: string
  readonly anchorHash: string
  readonly anchoredAt: string
  readonly words: string
  readonly seed: string
  readonly size: number
  readonly drawn: ReadonlyArray<string>
}

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

/** Reads `sample.json`; undefined when a field of it is missing or malformed. */
export const readSample = (bytes: Uint8Array): SampleSaid | undefined => {
  const text = textOf(bytes)
  const reading = text === undefined ? undefined : readJson(text)
  if (reading?._tag !== "Json" || !isObject(reading.value)) return undefined
  const json = reading.value
  const populationSha256 = field(json, "population_sha256")
  const populationRows = field(json, "population_rows")
  const populationSeq = field(json, "population_seq")
  const anchorId = field(json, "anchor_id")
  const anchorHash = field(json, "anchor_hash")
  const anchoredAt = field(json, "anchored_at")
  const words = field(json, "words")
  const seed = field(json, "seed")
  const size = field(json, "size")
  const drawn = field(json, "drawn")
  return field(json, "format") === "svc-leaver-test-sample/v1" &&
    isHash(populationSha256) &&
    isCount(populationRows) &&
    isSeq(populationSeq) &&
    isId(anchorId) &&
    isHash(anchorHash) &&
    isTime(anchoredAt) &&
    typeof words === "string" &&
    isHash(seed) &&
    isCount(size) &&
    isTexts(drawn)
    ? { populationSha256, populationRows, populationSeq, anchorId, anchorHash, anchoredAt, words, seed, size, drawn }
    : undefined
}
