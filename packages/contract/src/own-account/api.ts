import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { StepUpRequired } from "../kernel/errors.ts"
import { group, route } from "../kernel/route.ts"
import {
  OffboardingsStarted,
  SoleSuperadmin,
  SuccessorIsSelf,
  SuccessorUnknown,
  VouchedForOneOrganisation
} from "./errors.ts"
import { AccountDone, AccountExport, HandOver, Membership } from "./schema.ts"

/** What every user can do with their own account, whatever their role (accounts-1). */
export class OwnAccountApi extends HttpApiGroup.make("own-account")
  .add(
    HttpApiEndpoint.get("memberships", "/memberships", { success: Schema.Array(Membership) }).annotateMerge(
      route(
        { open: true, whileSuspended: true, withoutOrganisation: true },
        "List your memberships",
        "Organizations of your account, in the order in which you joined."
      )
    ),
    HttpApiEndpoint.delete("leave", "/leave-org", {
      success: AccountDone,
      error: [SoleSuperadmin, OffboardingsStarted]
    }).annotateMerge(
      route(
        { open: true, whileReadOnly: true },
        "Leave the organization",
        "Leaves the active organization and signs out of it; API keys that you created there are revoked. " +
          "Refused while you are its only Super Admin, or while offboardings that you started are open."
      )
    ),
    HttpApiEndpoint.delete("close", "/", {
      success: AccountDone,
      error: [SoleSuperadmin, OffboardingsStarted, VouchedForOneOrganisation]
    }).annotateMerge(
      route(
        { open: true, whileReadOnly: true, withoutOrganisation: true },
        "Close the account",
        "Closes your account in every organization, revokes the API keys that you created and signs out " +
          "everywhere. Refused with code `sole_superadmin` and the organizations while you are the only Super " +
          "Admin of any, and while an offboarding that you started in this organization is not completed."
      )
    ),
    HttpApiEndpoint.post("transferAndClose", "/transfer-and-delete", {
      payload: HandOver,
      success: AccountDone,
      error: [SoleSuperadmin, StepUpRequired, SuccessorIsSelf, SuccessorUnknown, VouchedForOneOrganisation]
    }).annotateMerge(
      route(
        { open: true, whileReadOnly: true },
        "Hand over and close the account",
        "Hands the organization over to another member, then closes your account everywhere: they become Super " +
          "Admin if you are one, and initiator of your offboardings that are not completed. Refused while you are " +
          "the only Super Admin of another organization. Making the successor Super Admin needs a recent step-up, " +
          "else 428."
      )
    ),
    HttpApiEndpoint.get("exportData", "/export", { success: AccountExport }).annotateMerge(
      route(
        { open: true, withoutOrganisation: true, recording: true },
        "Download your personal data",
        "A JSON file of your data in all your organizations: account, memberships, directory records with your " +
          "email address, offboardings that you started, audit entries by or about you, notifications and active " +
          "API keys. 5 per hour."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/account")
  .annotateMerge(group("Your account", "Your account and memberships")) {}
