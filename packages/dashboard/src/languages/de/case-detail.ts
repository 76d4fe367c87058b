import type { Words } from "../words.ts"

export const caseDetail: Words["caseDetail"] = {}
