import { Effect, Layer, Option, Schema } from "effect"
import path from "node:path"
import { Files } from "#platform/files/files"
import { type Storage, StorageUrl } from "#platform/variables/schemas"
import { refuse } from "./failed.ts"

interface Place {
  readonly storage: Storage
  /** Of every key there, with its slash; empty in a folder. */
  readonly prefix: string
}

const takes = "a folder (file:/backups) or a bucket (s3://bucket/prefix?endpoint=…&region=…)"

const decode = Schema.decodeOption(StorageUrl)

const folderAt = (text: string): Option.Option<Place> =>
  Option.flatMap(decode(text), (storage) =>
    storage._tag === "Folder" && storage.path !== ""
      ? Option.some({ storage: { ...storage, path: path.resolve(storage.path) }, prefix: "" })
      : Option.none()
  )

const bucketAt = (text: string): Option.Option<Place> => {
  if (!URL.canParse(text)) return Option.none()
  const url = new URL(text)
  const prefix = url.pathname.split("/").filter((segment) => segment !== "")
  url.pathname = ""
  return Option.map(decode(url.href), (storage) => ({ storage, prefix: prefix.map((one) => `${one}/`).join("") }))
}

/** Reads where backups, or a ledger, lie. A path without `file:` is a folder. */
export const placeAt = (text: string) =>
  Effect.mapError(
    Effect.fromOption(
      text.startsWith("s3://") ? bucketAt(text) : folderAt(text.startsWith("file:") ? text : `file:${text}`)
    ),
    () => refuse(`The value is neither ${takes}`)
  )

/** The storage of a place, for as long as the scope lasts. Its credentials are where the SDK looks for them. */
export const openPlace = Effect.fnUntraced(function* (storage: Storage) {
  const context = yield* Layer.build(Layer.fresh(Files.layerWith({ storage, baseUrl: "" })))
  return yield* Effect.provide(Files, context)
})

/** The address of one backup, apart: where it lies, and its name. */
export const backupAt = Effect.fnUntraced(function* (address: string) {
  const at = yield* placeAt(address)
  if (at.storage._tag === "Folder") {
    return {
      storage: { ...at.storage, path: path.dirname(at.storage.path) },
      prefix: "",
      id: path.basename(at.storage.path)
    }
  }
  const segments = at.prefix.split("/").filter((segment) => segment !== "")
  return {
    storage: at.storage,
    prefix: segments
      .slice(0, -1)
      .map((one) => `${one}/`)
      .join(""),
    id: segments.at(-1) ?? ""
  }
})

/** The address under which `backupAt` finds a backup that was made at this place. */
export const addressOf = (text: string, id: string): string => {
  if (!text.startsWith("s3://")) return `${text.replace(/\/+$/, "")}/${id}`
  const url = new URL(text)
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${id}`
  return url.href
}
