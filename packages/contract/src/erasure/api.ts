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
      params: { id: described(EmployeeId, "The person's record in the directory") },
      success: ErasurePreview,
      error: [PermissionDenied, EmployeeNotFound]
    }).annotateMerge(
      route(
        { permission: "employees_manage" },
        "Preview the erasure of a person",
        "What an erasure would do now, in figures, and what stands against it. Nothing is changed."
      )
    ),
    HttpApiEndpoint.post("erase", "/:id/erase", {
      params: { id: described(EmployeeId, "The person's record in the directory") },
      success: ErasedEmployee,
      error: [PermissionDenied, EmployeeNotFound, EmployeeUnderLegalHold, EmployeeIsMember, RevocationOutstanding]
    }).annotateMerge(
      route(
        { permission: "employees_manage" },
        "Erase a person",
        "Destroys the key of a person of the directory for good, and empties their record and their offboardings of " +
          "personal values. Every entry of the audit log about them reads `[erased]` from then on, in the log, its " +
          "exports and its archives, and still verifies. Exports of the organisation made before are withdrawn. " +
          "Refused while a legal hold needs any of it, and while the person is a member (`member`). A second time " +
          "changes nothing."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/org-employees")
  .annotateMerge(group("Erasure", "Forgetting a person")) {}
