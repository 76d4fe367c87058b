import type { Words } from "../words.ts"

export const notifications: Words["notifications"] = {}
