import type { Words } from "../words.ts"

export const imports: Words["imports"] = {}
