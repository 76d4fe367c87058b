import type { Words } from "../words.ts"

export const exports: Words["exports"] = {}
