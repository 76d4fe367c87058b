import type { Words } from "../words.ts"

export const organisationSettings: Words["organisationSettings"] = {}
