import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { ApprovalChainId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { ApprovalChainInUse, ApprovalChainLimitReached, ApprovalChainNotFound, ApproverUnknown } from "./errors.ts"
import {
  ApprovalChain,
  ApprovalChainPage,
  CreateApprovalChain,
  ListApprovalChains,
  UpdateApprovalChain
} from "./schema.ts"

const params = { id: described(ApprovalChainId, "The chain") }

const read = { permission: "offboardings_create", feature: "managerInitiation" } as const
const manage = { permission: "settings_manage", feature: "managerInitiation" } as const

/** Who has to agree before an offboarding begins (approvals-9). */
export class ApprovalChainsApi extends HttpApiGroup.make("approval-chains")
  .add(
    HttpApiEndpoint.get("list", "/", { query: ListApprovalChains, success: ApprovalChainPage }).annotateMerge(
      route(read, "List approval chains", "By name, for members who can submit requests.")
    ),
    HttpApiEndpoint.get("get", "/:id", { params, success: ApprovalChain, error: ApprovalChainNotFound }).annotateMerge(
      route(read, "View an approval chain", "With its steps in order.")
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateApprovalChain,
      success: ApprovalChain.pipe(HttpApiSchema.status(201)),
      error: [ApproverUnknown, ApprovalChainLimitReached]
    }).annotateMerge(
      route(
        manage,
        "Create an approval chain",
        "1 to 10 steps. Each step names one member (`approver_id`) or the holders of a role (`approver_role`: a " +
          "built-in role, or the id of a custom one)."
      )
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params,
      payload: UpdateApprovalChain,
      success: ApprovalChain,
      error: [ApproverUnknown, ApprovalChainNotFound]
    }).annotateMerge(
      route(manage, "Change an approval chain", "Pending requests on this chain keep the steps they started with.")
    ),
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [ApprovalChainNotFound, ApprovalChainInUse]
    }).annotateMerge(
      route(manage, "Delete an approval chain", "Refused while the chain is the default or a pending request uses it.")
    )
  )
  .pipe(behindSession)
  .prefix("/api/approval-chains")
  .annotateMerge(group("Approval chains", "Who has to approve before an offboarding starts")) {}
