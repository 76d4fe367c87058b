import type { Words } from "../words.ts"

export const ownAccount: Words["ownAccount"] = {}
