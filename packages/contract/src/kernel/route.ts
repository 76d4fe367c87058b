import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import { Requires, type Requirement } from "./access.ts"

/** What the OpenAPI document calls an endpoint, and says of it, where its surfaces ask differently of their callers. */
export const says = (summary: string, description: string) => OpenApi.annotations({ summary, description })

/** What an endpoint asks of its caller, and what the OpenAPI document calls it and says of it: for `.annotateMerge`. */
export const route = (requirement: Requirement, summary: string, description: string) =>
  Context.merge(says(summary, description), Context.make(Requires, requirement))

/** What the OpenAPI document calls a group of routes, and says of it: for `.annotateMerge`. */
export const group = (title: string, description: string) => OpenApi.annotations({ title, description })
