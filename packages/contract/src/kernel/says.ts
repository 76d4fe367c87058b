import { OpenApi } from "effect/http-api"

/** What an endpoint is called in the OpenAPI document, and what it does: for `.annotateMerge`. */
export const says = (summary: string, description: string) => OpenApi.annotations({ summary, description })
