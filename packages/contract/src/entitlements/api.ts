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
const ofReturn = { id: described(AccessReturnId, "The return of access") }

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
        "Show what a leaver held before and after",
        "Accounts, groups, roles and licences at the apps of the offboarding as they were just before the cut, and what " +
          "of them went with it. What a missing permission hides is named. It is looked at where the look for what stays " +
          "behind is turned on."
      )
    ),
    HttpApiEndpoint.get("licencePrices", "/entitlements/licence-prices", { success: LicencePrices }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "Show what seats cost",
        "By app and licence, as the organisation entered it."
      )
    ),
    HttpApiEndpoint.put("setLicencePrices", "/entitlements/licence-prices", {
      payload: SetLicencePrices,
      success: LicencePrices
    }).annotateMerge(
      route(
        { permission: "settings_manage" },
        "Set what seats cost",
        "All of them at once: a month's price of a seat, and the last day that a freed one is paid for."
      )
    ),
    HttpApiEndpoint.get("savings", "/entitlements/savings", { success: Savings }).annotateMerge(
      route(
        { permission: "analytics_view" },
        "Show what freed seats save",
        "A month's price of the seats that offboardings freed, by currency: those that are no longer paid for, and those " +
          "that are freed but still paid for, apart. Of the whole organisation; a seat that was given back counts no more."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api")
  .annotateMerge(
    group("Before and after", "What people held at apps before their access was cut, what went, and what it saves")
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
        "List the returns of access",
        "The latest first, with what came of each line; the latest 20."
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
        "Propose to give access back",
        "For a rehire, or when the wrong person was offboarded: exactly what the cut took. No app is called before " +
          "somebody approves it."
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
        "Approve a return of access",
        "By somebody else than who proposed it, or by a Super Admin. The apps are called soon after: each line is looked " +
          "at first, and nothing is written for what is there already."
      )
    ),
    HttpApiEndpoint.post("decline", "/access-returns/:id/decline", {
      params: ofReturn,
      payload: DeclineReturn,
      success: AccessReturn,
      error: [AccessReturnNotFound, ReturnDecided]
    }).annotateMerge(route({ permission: "access_revoke" }, "Decline a return of access", "Nothing is given back."))
  )
  .pipe(behindSession)
  .prefix("/api")
  .annotateMerge(
    group(
      "Returns of access",
      "What a cut took is given back to somebody who is hired again, or should never have lost it"
    )
  ) {}
