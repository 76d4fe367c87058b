import type { Words } from "../words.ts"

export const newCase: Words["newCase"] = {}
