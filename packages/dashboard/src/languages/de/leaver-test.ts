import type { Words } from "../words.ts"

export const leaverTest: Words["leaverTest"] = {}
