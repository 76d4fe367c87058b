import type { Words } from "../words.ts"

export const employees: Words["employees"] = {}
