import type { Words } from "../en.ts"

export const newCase: Words["newCase"] = {}
