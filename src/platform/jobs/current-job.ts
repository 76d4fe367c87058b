import { Context } from "effect"

/** The job whose round this is; the audit log names it. */
export const CurrentJob = Context.Reference<string | undefined>("svc/platform/CurrentJob", {
  defaultValue: () => undefined
})
