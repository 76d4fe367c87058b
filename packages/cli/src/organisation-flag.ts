import { OrgId } from "@svc/contract/kernel/ids"
import { Flag } from "effect/cli"

/** `--org ORG`: an organization's id. */
export const organisationFlag = Flag.String("org").pipe(
  Flag.withSchema(OrgId),
  Flag.withMetavar("ORG"),
  Flag.withDescription("Organization id")
)
