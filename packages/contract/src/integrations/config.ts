import { Schema } from "effect"
import { ServiceName } from "./schema.ts"

const maxNames = 100
const maxNameLength = 100
const maxDepth = 6
const maxCharacters = 65_536

const storable = (text: string) => text.isWellFormed() && !text.includes("\u0000")

/** Why the value cannot be stored; undefined when it can. */
const flawIn = (value: Schema.Json, depth: number): string | undefined => {
  if (typeof value === "string") {
    return storable(value) ? undefined : "must not contain the NUL character or half of a surrogate pair"
  }
  if (typeof value !== "object" || value === null) return undefined
  if (depth === 0) return `must not be nested more than ${maxDepth} levels deep`
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && (name.trim() === "" || name.length > maxNameLength || !/^\P{C}+$/u.test(name))) {
      return `must have names of 1 to ${maxNameLength} visible characters`
    }
    const flaw = flawIn(inner, depth - 1)
    if (flaw !== undefined) return flaw
  }
  return undefined
}

/**
 * The configuration of an integration as it is given: settings and secrets side by side. A secret that was read as
 * eight bullets and is sent back so keeps its value.
 */
export const GivenConfig = Schema.Record(Schema.String, Schema.Json).check(
  Schema.makeFilter((config) => {
    if (Object.keys(config).length > maxNames) return `must not have more than ${maxNames} names`
    const flaw = flawIn(config, maxDepth)
    if (flaw !== undefined) return flaw
    return JSON.stringify(config).length > maxCharacters ? `must be at most ${maxCharacters} characters` : undefined
  })
)
export type GivenConfig = typeof GivenConfig.Type

/** If omitted, `connection_status` is true for a new record, and both are unchanged for an existing one. */
export const SaveIntegration = Schema.Struct({
  service_name: ServiceName,
  connection_status: Schema.optionalKey(Schema.Boolean),
  config: Schema.optionalKey(GivenConfig)
})
export type SaveIntegration = typeof SaveIntegration.Type

/**
 * Given names replace, `null` removes, omitted names stay; values below a name are replaced as a whole
 * (integrations-4).
 */
export const UpdateIntegration = Schema.Struct({
  connection_status: Schema.optionalKey(Schema.Boolean),
  config: Schema.optionalKey(GivenConfig)
}).check(
  Schema.makeFilter(({ config, connection_status }) =>
    config === undefined && connection_status === undefined ? "config or connection_status is required" : undefined
  )
)
export type UpdateIntegration = typeof UpdateIntegration.Type
