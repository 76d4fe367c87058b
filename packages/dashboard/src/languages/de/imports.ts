import type { Words } from "../en.ts"

export const imports: Words["imports"] = {}
