import { Option } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { ItemName, PlanClosing } from "#connections/vendors/protocol/inventory"
import { slackWeb } from "./lists.ts"

/** The workflow that an inventory names: `workflow:Wf0123`. */
export const workflowIn = ({ externalId, kind }: ItemName) =>
  kind === "ownership" ? Option.fromUndefinedOr(/^workflow:(\w{1,100})$/.exec(externalId)?.[1]) : Option.none()

/** What transferring an orphaned item would call at Slack, which lets nothing be ended. */
export const slackPlan =
  (addresses: VendorAddresses["Service"]): PlanClosing =>
  (service, _leaver, item, successor) =>
    successor === null || Option.isNone(workflowIn(item))
      ? []
      : ["add", "remove"].map((step) => ({
          method: "POST",
          url: `${slackWeb(addresses, service).url}/admin.workflows.collaborators.${step}`
        }))
