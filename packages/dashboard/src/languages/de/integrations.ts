import type { Words } from "../words.ts"

export const integrations: Words["integrations"] = {}
