import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { PermissionDenied } from "../kernel/errors.ts"
import { EmployeeId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { EmployeeIsMember, EmployeeNotFound, EmployeeUnderLegalHold, RevocationOutstanding } from "./errors.ts"
import { ErasedEmployee, ErasurePreview } from "./schema.ts"

/** Destroys the person's keys (erasure-1). */
export class ErasureApi extends HttpApiGroup.make("erasure")
  .add(
    HttpApiEndpoint.get("preview", "/:id/erasure", {
      params: { id: described(EmployeeId, "The person's directory record") },
      success: ErasurePreview,
      error: [PermissionDenied, EmployeeNotFound]
    }).annotateMerge(
      route(
        { permission: "employees_manage" },
        "Preview the erasure of a person",
        "What an erasure would do now, in counts, and what blocks it. Nothing is changed."
      )
    ),
    HttpApiEndpoint.post("erase", "/:id/erase", {
      params: { id: described(EmployeeId, "The person's directory record") },
      success: ErasedEmployee,
      error: [PermissionDenied, EmployeeNotFound, EmployeeUnderLegalHold, EmployeeIsMember, RevocationOutstanding]
    }).annotateMerge(
      route(
        { permission: "employees_manage" },
        "Erase a person",
        "Permanently destroys the encryption key of a person in the directory, and clears personal values from " +
          "their record and offboardings. Audit entries about them read `[erased]` from then on, in the log, its " +
          "exports and its archives, and still verify. Earlier exports of the organization are withdrawn. Refused " +
          "while any of the data is under legal hold, and while the person is a member (`member`). Repeating the " +
          "call changes nothing."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/org-employees")
  .annotateMerge(group("Erasure", "Erasure of personal data")) {}
