import { DirectoryEmployee } from "@svc/contract/employees/schema"
import { PersonKeyId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"
import { Instant } from "#platform/database/statements"

/** A person of the directory as the app shows them, and as a row has them. */
export const Person = Schema.Struct({ ...DirectoryEmployee.fields, created_at: Instant, updated_at: Instant })

/** A directory person for changes. */
export const Employee = Schema.Struct({ ...Person.fields, person_key_id: PersonKeyId, erased: Schema.Boolean })
export type Employee = typeof Employee.Type
