import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { PermissionDenied } from "../kernel/errors.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
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
const ofReturn = { id: described(AccessReturnId, "The access restore") }

/** What people held before their access was cut, and what of it went. */
export class EntitlementsApi extends HttpApiGroup.make("entitlements")
  .add(
    HttpApiEndpoint.get("ofCase", "/employees/:id/entitlements", {
      params: ofCase,
      success: CaseEntitlements,
      error: EntitlementsCaseNotFound
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "View the access snapshot of a departing employee",
        "Accounts, groups, roles and licenses at the apps of the offboarding just before revocation, and what " +
          "the revocation removed. Access that a missing permission hides is listed as not visible. The snapshot " +
          "is taken if scanning for orphaned items is on."
      )
    ),
    HttpApiEndpoint.get("licencePrices", "/entitlements/licence-prices", { success: LicencePrices }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "View license prices",
        "By app and license, as entered by the organization."
      )
    ),
    HttpApiEndpoint.put("setLicencePrices", "/entitlements/licence-prices", {
      payload: SetLicencePrices,
      success: LicencePrices
    }).annotateMerge(
      route(
        { permission: "settings_manage" },
        "Set license prices",
        "Replaces the whole list: monthly price per seat, and the last day that a reclaimed seat is billed."
      )
    ),
    HttpApiEndpoint.get("savings", "/entitlements/savings", { success: Savings }).annotateMerge(
      route(
        { permission: "analytics_view" },
        "View savings from reclaimed licenses",
        "Monthly price of the seats that offboardings freed, by currency, in two figures: no longer billed, and " +
          "still billed. For the whole organization; a restored seat no longer counts."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api")
  .annotateMerge(
    group("Access snapshot", "Access held at apps, what revocation removed, and the licenses it reclaims")
  ) {}

/** Access that was taken is given back: proposed by one, approved by another. */
export class AccessReturnsApi extends HttpApiGroup.make("access-returns")
  .add(
    HttpApiEndpoint.get("returns", "/employees/:id/access-returns", {
      params: ofCase,
      success: AccessReturns,
      error: EntitlementsCaseNotFound
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List access restores",
        "The latest 20, newest first, with the result of each line."
      )
    ),
    HttpApiEndpoint.post("propose", "/employees/:id/access-returns", {
      params: ofCase,
      payload: ProposeReturn,
      success: AccessReturn.pipe(HttpApiSchema.status(201)),
      error: [EntitlementsCaseNotFound, NothingToReturn, ReturnOpen, RevocationUnderWay, ReturnOfNobody]
    }).annotateMerge(
      route(
        { permission: "access_revoke" },
        "Propose an access restore",
        "For a rehire, or if the wrong person was offboarded: restores exactly what the revocation removed. No " +
          "app is called before another person approves the proposal."
      )
    ),
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
    }).annotateMerge(
      route(
        { permission: "access_revoke", stepUp: "last" },
        "Approve an access restore",
        "By another person than the proposer, or by a Super Admin. The apps are called soon after. Each line is " +
          "read first, and access that already exists is not written again."
      )
    ),
    HttpApiEndpoint.post("decline", "/access-returns/:id/decline", {
      params: ofReturn,
      payload: DeclineReturn,
      success: AccessReturn,
      error: [AccessReturnNotFound, ReturnDecided]
    }).annotateMerge(route({ permission: "access_revoke" }, "Decline an access restore", "Nothing is restored."))
  )
  .pipe(behindSession)
  .prefix("/api")
  .annotateMerge(
    group(
      "Access restores",
      "Restores what a revocation removed, for people who are rehired or were offboarded by mistake"
    )
  ) {}
