import type { GivenConfig } from "@svc/contract/integrations/config"
import { maskedSecret } from "@svc/contract/integrations/schema"
import type { Schema } from "effect"
import { isCredentialFile, isSecretName } from "./secret-names.ts"

type Json = Schema.Json
type Path = ReadonlyArray<string>

/** Plain settings, and the places of the encrypted secrets. */
export interface StoredConfig {
  readonly config: { readonly [key: string]: Json }
  /** As `placeOf` writes them. */
  readonly places: ReadonlySet<string>
}

/** A given configuration taken apart. */
interface Separated {
  /** Nested secrets are shown as bullets; top-level ones are omitted. */
  readonly config: { readonly [key: string]: Json }
  /** New secrets by their places. */
  readonly secrets: ReadonlyMap<string, string>
  /** Places of stored secrets that came back masked. */
  readonly kept: ReadonlySet<string>
  /** Names that came masked and hold no secret yet. */
  readonly unknownMasks: ReadonlyArray<string>
}

/**
 * Where a secret stands: at the top its name, as connectors ask for it; below a JSON pointer (RFC 6901), as is a name that
 * begins like one.
 */
const placeOf = (path: Path): string => {
  const [name = "", ...below] = path
  return below.length === 0 && !name.startsWith("/")
    ? name
    : path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")
}

export const pathOf = (place: string): Path =>
  place.startsWith("/")
    ? place
        .slice(1)
        .split("/")
        .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    : [place]

/** The configuration for display: bullets instead of each secret. */
export const masked = ({ config, places }: StoredConfig): { readonly [key: string]: Json } => ({
  ...config,
  ...Object.fromEntries(
    [...places]
      .map(pathOf)
      .filter(({ length }) => length === 1)
      .map(([name = ""]) => [name, maskedSecret])
  )
})

const isContainer = (value: Json): value is ReadonlyArray<Json> | { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null

/**
 * Splits a given configuration. Secret is what has a secret's name, and what is stored as one; what a connection stores
 * plainly stays plain. `null` is omitted at the top.
 */
export const separate = (given: GivenConfig, stored: StoredConfig): Separated => {
  const secrets = new Map<string, string>()
  const kept = new Set<string>()
  const unknownMasks: Array<string> = []

  const visit = (value: Json, path: Path, secretAbove: boolean): Json => {
    const place = placeOf(path)
    if (value === maskedSecret) {
      if (stored.places.has(place)) kept.add(place)
      else unknownMasks.push(path.join("."))
      return value
    }
    const name = path.at(-1) ?? ""
    const secret = secretAbove || stored.places.has(place) || (isSecretName(name) && !isKeptInClear(stored, path))
    if (isContainer(value) && !(secret && isCredentialFile(name))) {
      return Array.isArray(value)
        ? value.map((inner: Json, index) => visit(inner, [...path, String(index)], secret))
        : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner, [...path, key], secret)]))
    }
    if (!secret || value === null || value === "") return value
    secrets.set(place, typeof value === "string" ? value : JSON.stringify(value))
    return maskedSecret
  }

  const config: Record<string, Json> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === null) continue
    const shown = visit(value, [name], false)
    if (shown !== maskedSecret && !(shown === "" && isSecretName(name))) config[name] = shown
  }
  return { config, secrets, kept, unknownMasks }
}

const isKeptInClear = ({ config }: StoredConfig, path: Path) =>
  path.length === 1 && path[0] !== undefined && Object.hasOwn(config, path[0])
