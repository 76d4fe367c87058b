import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** `org_employee_id` names no one whom the caller sees in the directory. */
export class DirectoryRecordUnknown extends Refusal<DirectoryRecordUnknown>()("DirectoryRecordUnknown", 400, {
  error: Schema.tag("org_employee_id: not found in the directory")
}) {}
