import type { Words } from "../words.ts"

export const initiations: Words["initiations"] = {}
