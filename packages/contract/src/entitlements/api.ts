import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { PermissionDenied } from "../kernel/errors.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { says } from "../kernel/says.ts"
import {
  AccessReturnNotFound,
  EntitlementsCaseNotFound,
  NothingToReturn,
  ReturnDecided,
  ReturnOfNobody,
  ReturnOpen,
  ReturnPlanChanged,
  RevocationUnderWay
} from "./errors.ts"
import {
  AccessReturn,
  AccessReturnId,
  AccessReturns,
  ApproveReturn,
  CaseEntitlements,
  DeclineReturn,
  LicencePrices,
  ProposeReturn,
  Savings,
  SetLicencePrices
} from "./schema.ts"

const ofCase = { id: described(OffboardingId, "The offboarding") }
const ofReturn = { id: described(AccessReturnId, "The return of access") }

/** What people held before their access was cut, and what of it went. */
export class EntitlementsApi extends HttpApiGroup.make("entitlements")
  .add(
    HttpApiEndpoint.get("ofCase", "/employees/:id/entitlements", {
      params: ofCase,
      success: CaseEntitlements,
      error: EntitlementsCaseNotFound
    })
      .annotateMerge(
        says(
          "Show what a leaver held before and after",
          "Accounts, groups, roles and licences at the apps of the offboarding as they were just before the cut, and what " +
            "of them went with it. What a missing permission hides is named. It is looked at where the look for what stays " +
            "behind is turned on."
        )
      )
      .annotate(Requires, { permission: "offboardings_view" }),
    HttpApiEndpoint.get("licencePrices", "/entitlements/licence-prices", { success: LicencePrices })
      .annotateMerge(says("Show what seats cost", "By app and licence, as the organisation entered it."))
      .annotate(Requires, { permission: "offboardings_view" }),
    HttpApiEndpoint.put("setLicencePrices", "/entitlements/licence-prices", {
      payload: SetLicencePrices,
      success: LicencePrices
    })
      .annotateMerge(
        says(
          "Set what seats cost",
          "All of them at once: a month's price of a seat, and the last day that a freed one is paid for."
        )
      )
      .annotate(Requires, { permission: "settings_manage" }),
    HttpApiEndpoint.get("savings", "/entitlements/savings", { success: Savings })
      .annotateMerge(
        says(
          "Show what freed seats save",
          "A month's price of the seats that offboardings freed, by currency: those that are no longer paid for, and those " +
            "that are freed but still paid for, apart. Of the whole organisation; a seat that was given back counts no more."
        )
      )
      .annotate(Requires, { permission: "analytics_view" })
  )
  .pipe(behindSession)
  .prefix("/api")
  .annotateMerge(
    OpenApi.annotations({
      title: "Before and after",
      description: "What people held at apps before their access was cut, what went, and what it saves"
    })
  ) {}

/** Access that was taken is given back: proposed by one, approved by another. */
export class AccessReturnsApi extends HttpApiGroup.make("access-returns")
  .add(
    HttpApiEndpoint.get("returns", "/employees/:id/access-returns", {
      params: ofCase,
      success: AccessReturns,
      error: EntitlementsCaseNotFound
    })
      .annotateMerge(
        says("List the returns of access", "The latest first, with what came of each line; the latest 20.")
      )
      .annotate(Requires, { permission: "offboardings_view" }),
    HttpApiEndpoint.post("propose", "/employees/:id/access-returns", {
      params: ofCase,
      payload: ProposeReturn,
      success: AccessReturn.pipe(HttpApiSchema.status(201)),
      error: [EntitlementsCaseNotFound, NothingToReturn, ReturnOpen, RevocationUnderWay, ReturnOfNobody]
    })
      .annotateMerge(
        says(
          "Propose to give access back",
          "For a rehire, or when the wrong person was offboarded: exactly what the cut took. No app is called before " +
            "somebody approves it."
        )
      )
      .annotate(Requires, { permission: "access_revoke" }),
    HttpApiEndpoint.post("approve", "/access-returns/:id/approve", {
      params: ofReturn,
      payload: ApproveReturn,
      success: AccessReturn,
      error: [
        AccessReturnNotFound,
        ReturnDecided,
        ReturnPlanChanged,
        RevocationUnderWay,
        ReturnOfNobody,
        PermissionDenied
      ]
    })
      .annotateMerge(
        says(
          "Approve a return of access",
          "By somebody else than who proposed it, or by a Super Admin. The apps are called soon after: each line is looked " +
            "at first, and nothing is written for what is there already."
        )
      )
      .annotate(Requires, { permission: "access_revoke", stepUp: "last" }),
    HttpApiEndpoint.post("decline", "/access-returns/:id/decline", {
      params: ofReturn,
      payload: DeclineReturn,
      success: AccessReturn,
      error: [AccessReturnNotFound, ReturnDecided]
    })
      .annotateMerge(says("Decline a return of access", "Nothing is given back."))
      .annotate(Requires, { permission: "access_revoke" })
  )
  .pipe(behindSession)
  .prefix("/api")
  .annotateMerge(
    OpenApi.annotations({
      title: "Returns of access",
      description: "What a cut took is given back to somebody who is hired again, or should never have lost it"
    })
  ) {}
