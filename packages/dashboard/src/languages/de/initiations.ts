import type { Words } from "../en.ts"

export const initiations: Words["initiations"] = {}
